// @ts-check
/* A field for code: Tab indents by four spaces, but leaves the field after Esc; Enter indents like the
   line before, and one step more after a colon; Ctrl+Enter or Shift+Enter runs the code. */

/** @param {HTMLTextAreaElement} field
    @param {() => unknown} run */
export function editable(field, run) {
  let free = false; // whether the next Tab leaves the field

  function insert(event, text) {
    event.preventDefault();
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input"));
  }

  field.addEventListener("focus", () => (free = false));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") free = true;
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      run();
    } else if (event.key === "Tab" && !event.shiftKey && !free) insert(event, "    ");
    else if (event.key === "Enter") {
      const line = field.value.slice(0, field.selectionStart).split("\n").at(-1);
      insert(event, `\n${/^ */.exec(line)[0]}${line.trimEnd().endsWith(":") ? "    " : ""}`);
    } else if (event.key !== "Shift" && event.key !== "Tab") free = false;
  });
}
