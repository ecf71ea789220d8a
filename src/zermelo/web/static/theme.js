/* The theme of pages, light, dark or the system's: a button in the head, and the stored choice. */

{
  const THEMES = { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };
  const SIGNS = { system: "◐", light: "○", dark: "●" };
  const root = document.documentElement;
  let chosen = "system";
  try {
    chosen = localStorage.getItem("zermelo-theme") ?? "system";
  } catch {
    // without storage, the system's theme
  }

  const apply = () => (chosen === "system" ? root.removeAttribute("data-theme") : root.setAttribute("data-theme", chosen));

  const choose = (button) => {
    const names = Object.keys(THEMES);
    chosen = names[(names.indexOf(chosen) + 1) % names.length];
    apply();
    say(button);
    try {
      localStorage.setItem("zermelo-theme", chosen);
    } catch {
      // without storage, for this page alone
    }
  };

  const say = (button) => {
    button.textContent = SIGNS[chosen];
    button.title = THEMES[chosen];
    button.setAttribute("aria-label", THEMES[chosen]);
  };

  if (!(chosen in THEMES)) chosen = "system";
  apply();
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "zermelo-theme" || !(newValue in THEMES)) return;
    chosen = newValue;
    apply();
    document.querySelectorAll("#theme").forEach(say);
  });
  document.addEventListener("DOMContentLoaded", () => {
    const head = document.querySelector(".top");
    if (!head) return;
    const button = Object.assign(document.createElement("button"), { type: "button", id: "theme", className: "theme" });
    button.addEventListener("click", () => choose(button));
    say(button);
    head.append(button);
  });
}
