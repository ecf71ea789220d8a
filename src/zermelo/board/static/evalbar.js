// @ts-check
/* The evaluation bar: whose game it is, as two parts of a bar, the first player's below. */

/** Draw what a position is worth to the first player into `element`; `known` is null or {value, exact, words}.
    @param {HTMLElement} element @param {any} known @param {SessionView} session */
export function drawBar(element, known, { names, bound }) {
  element.classList.toggle("bar-unknown", !known);
  element.classList.toggle("bar-exact", Boolean(known?.exact));
  const share = known ? (1 + known.value / bound) / 2 : 0.5;
  element.style.setProperty("--share", `${Math.round(share * 1000) / 10}%`);
  const words = known ? known.words : "nothing known yet";
  element.setAttribute("aria-label", `Evaluation: ${words}`);
  element.title = known ? `${words}; below: ${names[0]}, above: ${names[1]}` : words;
}
