/* The gallery: an address with a game in its fragment leads to the board. */

import { pageAt } from "./transport.js";

if (/[#&]g=/.test(location.hash)) location.replace(pageAt("play") + location.hash);

/* Show only cards with all words of the search and, of each row with chosen chips, one of these. */

const form = document.querySelector(".filters"), search = document.querySelector("#search");
const cards = [...document.querySelectorAll("li[data-family]")];

function filter() {
  const words = search.value.toLowerCase().split(/\s+/);
  const rows = [...form.querySelectorAll("fieldset")].map((row) => [row.name, [...row.querySelectorAll(":checked")].map(({ value }) => value)]);
  for (const card of cards) {
    const chosen = rows.every(([name, values]) => !values.length || values.includes(card.dataset[name]));
    card.hidden = !chosen || !words.every((word) => card.textContent.toLowerCase().includes(word));
  }
  for (const section of document.querySelectorAll("section:has(.card)")) section.hidden = !section.querySelector("li:not([hidden])");
  document.querySelector("#none").hidden = cards.some((card) => !card.hidden);
}

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  cards.find((card) => !card.hidden)?.querySelector("a").click();
});
filter(); // by the search that the browser restores
