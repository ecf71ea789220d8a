/* The gallery's address with a game in its fragment is that of the board. */

if (/[#&]g=/.test(location.hash)) location.replace(`/play${location.hash}`);
