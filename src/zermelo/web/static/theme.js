/* The theme of pages, light, dark or the system's: a button in the head, and the stored choice. */

{
  const KEY = "zermelo-theme", SIGNS = { system: "◐", light: "○", dark: "●" }, NAMES = Object.keys(SIGNS);
  const button = Object.assign(document.createElement("button"), { type: "button", id: "theme", className: "theme" });

  const apply = (theme) => {
    const chosen = NAMES.includes(theme) ? theme : "system";
    if (chosen === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = chosen;
    button.value = chosen;
    button.textContent = SIGNS[chosen];
    button.title = button.ariaLabel = `Theme: ${chosen === "system" ? "same as the system" : chosen}`;
  };

  /** Use the browser's storage, if it has any. */
  const stored = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null;
    }
  };

  apply(stored((storage) => storage.getItem(KEY)));
  addEventListener("storage", ({ key, newValue }) => key === KEY && apply(newValue));
  button.addEventListener("click", () => {
    apply(NAMES[(NAMES.indexOf(button.value) + 1) % NAMES.length]);
    stored((storage) => storage.setItem(KEY, button.value));
  });
  document.addEventListener("DOMContentLoaded", () => document.querySelector(".top")?.append(button));
}
