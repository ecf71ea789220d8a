/* Show the board of the game in the address, in its final size, before anything else is loaded. */

const place = document.getElementById("first"), drawing = place.firstElementChild;
drawing.onload = () => place.closest("main")?.style.setProperty("--ratio", drawing.naturalWidth / drawing.naturalHeight);
const link = new URLSearchParams(location.hash.slice(1));
const boards = JSON.parse(place.dataset.boards);
if (link.has("m") || link.has("s") || (link.has("g") && !boards[link.get("g")])) place.remove();
else if (link.has("g")) drawing.src = boards[link.get("g")];
