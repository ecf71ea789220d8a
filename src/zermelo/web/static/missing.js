/* Show an error when a script or style sheet of the page fails to load. */

addEventListener(
  "error",
  ({ target }) => {
    const file = target.src ?? target.href;
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) || !file) return;
    const name = new URL(file).pathname.split("/").at(-1);
    const served = "Open this page through a web server: run “python -m http.server” in its folder, and open http://localhost:8000.";
    const missing = `This page is not complete: ${name}, or a file that it loads, is missing. Loading the page again may help.`;
    const words = location.protocol === "file:" ? served : missing;
    if (document.querySelector(".error")?.textContent === words) return;
    const notice = Object.assign(document.createElement("p"), { className: "error", textContent: words });
    notice.setAttribute("role", "alert");
    const say = () => (document.querySelector("main") ?? document.body).prepend(notice);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
    else say();
  },
  true,
);
