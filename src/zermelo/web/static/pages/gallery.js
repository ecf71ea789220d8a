/* The gallery: an address with a game in its fragment leads to the board. */

import { pageAt } from "./transport.js";

if (/[#&]g=/.test(location.hash)) location.replace(pageAt("play") + location.hash);

/* Show only the cards that match every choice. */

const choices = document.querySelectorAll(".filters select");
const chosen = (name) => document.querySelector(`#${name}`)?.value ?? "";

function filter() {
  for (const section of document.querySelectorAll("section[data-family]")) {
    const cards = [...section.querySelectorAll("li[data-known]")];
    for (const card of cards)
      card.hidden = ["known", "size", "learns"].some((key) => !["", card.dataset[key]].includes(chosen(key)));
    const family = chosen("family");
    section.hidden = (family !== "" && section.dataset.family !== family) || cards.every((card) => card.hidden);
  }
}

for (const choice of choices) choice.addEventListener("change", filter);
