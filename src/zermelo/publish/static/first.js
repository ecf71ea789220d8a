/* The first board, before anything is loaded: that of the game in the address. */

const place = document.getElementById("first");
const link = new URLSearchParams(location.hash.slice(1));
const boards = JSON.parse(place.dataset.boards);
if (link.has("m") || link.has("s") || (link.has("g") && !boards[link.get("g")])) place.remove();
else if (link.has("g")) place.firstElementChild.src = boards[link.get("g")];
