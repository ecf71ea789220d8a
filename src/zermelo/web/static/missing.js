/* Show an error when a script or style sheet of the page fails to load. */

addEventListener(
  "error",
  ({ target }) => {
    const file = target.src ?? target.href;
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) || !file) return;
    const name = new URL(file).pathname.split("/").at(-1);
    const words = `This page is not complete: ${name}, or a file that it loads, is missing. Loading the page again may help.`;
    const notice = Object.assign(document.createElement("p"), { className: "error", textContent: words });
    notice.setAttribute("role", "alert");
    const say = () => (document.querySelector("main") ?? document.body).prepend(notice);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
    else say();
  },
  true,
);
