/* The icons of buttons; their words stay for screen readers and are shown on hover. */

import { make, svg } from "./elements.js";

const ICONS = { // strokes in a square of 24
  earlier: "M15 5l-7 7 7 7",
  later: "M9 5l7 7-7 7",
  undo: "M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-3",
  redo: "M15 7l5 5-5 5M20 12H9a5 5 0 0 0 0 10h3",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.6-1 1.5-1 3h-5c0-1.5-.4-2.4-1-3z",
  pause: "M9 5v14M15 5v14",
  "go-on": "M8 5l11 7-11 7z",
  flip: "M7 4v16M7 4 3.5 8M7 4l3.5 4M17 20V4M17 20l3.5-4M17 20l-3.5-4",
  resign: "M6 21V4M6 4h12l-3 4 3 4H6",
  restart: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  longer: "M12 3a9 9 0 1 0 .01 0zM12 7v5l3.5 2",
  "set-up": "M4 4h16v16H4zM4 12h16M12 4v16",
  share: "M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3a4 4 0 0 0 5.7 5.7l1.3-1.3",
  tree: "M12 4v5M12 9 6 15M12 9l6 6M12 2.5a1.5 1.5 0 1 0 .01 0zM6 15a2.5 2.5 0 1 0 .01 0zM18 15a2.5 2.5 0 1 0 .01 0z",
  study: "M4 5.5C7 4 10 4.5 12 6c2-1.5 5-2 8-.5V19c-3-1.5-6-1-8 .5-2-1.5-5-2-8-.5zM12 6v13.5",
  save: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16",
  load: "M12 16V5M7.5 9 12 4.5 16.5 9M4 20h16",
};

/** Draw the icons of all buttons in `place` that name one. */
export function drawIcons(place) {
  for (const button of place.querySelectorAll("[data-icon]")) relabel(button, button.textContent, button.dataset.icon);
}

/** Change a button's words, and its icon if one is given. */
export function relabel(button, words, icon = button.dataset.icon) {
  const label = button.querySelector(".word");
  if (label?.textContent === words && button.dataset.icon === icon) return;
  if (!button.title || button.title === label?.textContent) button.title = words;
  button.dataset.icon = icon;
  button.classList.add("icon-button");
  const square = { viewBox: "0 0 24 24", "aria-hidden": "true" };
  button.replaceChildren(svg("svg", square, svg("path", { d: ICONS[icon] })), make("span", "word", words));
}
