/* Boards and trees have the theme of the page that they are in, and cells of lessons can be run. */

import { fit } from "./frames.js";

// what axe-core misses in the theme
for (const caption of document.querySelectorAll("p.caption[role=heading]")) caption.setAttribute("aria-level", "2");
for (const wide of document.querySelectorAll("pre, .table-wrapper, .zermelo-result")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
if (!document.querySelector("h1")) // the theme's page of search has none
  document.querySelector("article, main").prepend(Object.assign(document.createElement("h1"), { textContent: "Search" }));
for (const frame of document.querySelectorAll(".live iframe")) fit(frame);
const live = new URL(`${document.documentElement.dataset.content_root}live/static/lesson.js`, location.href);
if (document.querySelector(".cell_input, form.predict")) import(live.href).catch(() => {}); // a part of the pages has no boards
