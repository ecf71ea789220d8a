// @ts-check
/* Frames with boards, trees and exercises: as high as their contents, in the theme of the page around them. */

const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {HTMLIFrameElement} frame */
function paint(frame) {
  const root = frame.contentDocument?.documentElement, system = dark.matches ? "dark" : "light";
  const chosen = document.body.dataset.theme ?? document.documentElement.dataset.theme;
  if (root) root.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
}

/** Make a frame as high as its contents, which may grow or fold. */
function measure(frame) {
  const page = frame.contentDocument?.body;
  if (!page) return;
  page.classList.add("framed"); // for styles that must not depend on the frame's height
  const set = () => {
    const high = Math.ceil(page.getBoundingClientRect().bottom + frame.contentWindow.scrollY);
    if (high) frame.style.height = `${high + 2}px`;
  };
  new frame.contentWindow.ResizeObserver(set).observe(page);
  set();
}

/** Fit a frame to its contents and to the page's theme: now, if it is loaded, and after each load.
    @param {HTMLIFrameElement} frame */
export function fit(frame) {
  const show = () => (paint(frame), measure(frame));
  frame.addEventListener("load", show);
  if (frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank") show();
}

const paintAll = () => /** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll(".live iframe")).forEach(paint);
for (const root of [document.body, document.documentElement])
  new MutationObserver(paintAll).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
dark.addEventListener("change", paintAll);
