/* Boards and trees have the theme of the page that they are in. */

const dark = matchMedia("(prefers-color-scheme: dark)");

function theme() {
  const chosen = document.body.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

function paint(frame) {
  const root = frame.contentDocument?.documentElement;
  if (root) root.dataset.theme = theme();
}

/** A frame is as high as its contents, which may grow or fold. */
function fit(frame) {
  const page = frame.contentDocument?.body;
  if (!page) return;
  page.classList.add("framed"); // so that nothing in it asks how high the frame is
  const measure = () => {
    const high = Math.ceil(page.getBoundingClientRect().bottom + frame.contentWindow.scrollY);
    if (high) frame.style.height = `${high + 2}px`;
  };
  new frame.contentWindow.ResizeObserver(measure).observe(page);
  measure();
}

const paintAll = () => document.querySelectorAll(".live iframe").forEach(paint);

addEventListener("DOMContentLoaded", () => {
  // what axe-core misses in the theme
  for (const caption of document.querySelectorAll("p.caption[role=heading]")) caption.setAttribute("aria-level", "2");
  for (const wide of document.querySelectorAll("pre, .table-wrapper, .zermelo-result")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
  if (!document.querySelector("h1")) // the theme's page of search has none
    document.querySelector("article, main").prepend(Object.assign(document.createElement("h1"), { textContent: "Search" }));
  for (const frame of document.querySelectorAll(".live iframe")) {
    const show = () => (paint(frame), fit(frame));
    frame.addEventListener("load", show);
    if (frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank") show();
  }
  new MutationObserver(paintAll).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
  dark.addEventListener("change", paintAll);
  paintAll();
});
