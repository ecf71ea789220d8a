// @ts-check
/* The pieces that players have in hand, drawn beside the board. */

import { html, pieceIcon } from "./shapes.js";

const DRAWN = 12; // pieces that are drawn one by one; of more, one and their number

/** What a player holds, of a board's view: its icons, and their number in words for a screen reader.
    @param {HTMLElement} element @param {number} player @param {BoardView} view */
export function drawHand(element, player, { hands, looks, forms }) {
  const held = hands.filter((hand) => hand.player === player && hand.count);
  const words = held.map(({ symbol, count }) => `${count} ${plural(forms[symbol] ?? "piece", count)}`);
  const text = words.length ? `in hand: ${words.join(", ")}` : "nothing in hand";
  element.hidden = !hands.length;
  if (element.getAttribute("aria-label") === text) return;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", text);
  element.title = text;
  element.replaceChildren(...held.flatMap((hand) => inHand(hand, looks[hand.symbol] ?? [])));
}

function inHand({ count }, look) {
  if (count <= DRAWN) return Array.from({ length: count }, () => pieceIcon(look));
  const number = html("span", "zermelo-many");
  number.textContent = `× ${count}`;
  return [pieceIcon(look), number];
}

const plural = (word, count) => (count === 1 ? word : { man: "men", goose: "geese", box: "boxes", fox: "foxes" }[word] ?? `${word}s`);
