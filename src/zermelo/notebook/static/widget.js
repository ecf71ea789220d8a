/* The notebook's widget: the board of the web page, with the session's state around it.

   Python holds the game. The widget shows the traits of the model (view, status, value, message,
   history, shown, mistakes, busy, over, watching, values); clicks go back as messages
   {do: "move", move: text}, {do: "undo"} …; see notebook/board.py. */

import { createBoard } from "./board.js";
import { make, press } from "./elements.js";
import { renew } from "./renew.js";

const BUTTONS = { hint: "Hint", undo: "Undo", redo: "Redo", resign: "Resign", restart: "New game" };
const INTERRUPTING = new Set(["Undo", "New game"]);  // these end the computer's thinking

function render({ model, el }) {
  const send = (message) => model.send(message);
  const table = make("div", "zermelo-table");
  const board = createBoard(table, { onMove: (move) => send({ do: "move", move }) });
  const status = make("p", { className: "zermelo-status", role: "status" });
  const [value, message] = ["value", "message"].map((name) => make("p", `zermelo-${name}`));
  const moves = make("ol", { className: "zermelo-moves", tabIndex: 0, "aria-label": "moves" });
  const deed = (name, text) => press("zermelo-button", text, "", () => send({ do: name }));
  const buttons = Object.entries(BUTTONS).map(([name, text]) => deed(name, text));
  const step = deed("advance", "Next move");
  const values = make("input", { type: "checkbox" });
  values.addEventListener("change", () => {
    model.set("values", values.checked);
    model.save_changes();
  });
  const choice = make("label", "zermelo-switch", values, "Values");
  const panel = make("div", "zermelo-panel", status, value, message, moves);
  const bar = make("div", "zermelo-bar", ...buttons, step, choice);
  el.append(make("div", "zermelo-widget zermelo-board", table, panel, bar));

  function show() {
    board.update(model.get("view"));
    status.textContent = model.get("status");
    value.textContent = model.get("value") && `value: ${model.get("value")}`;
    message.textContent = model.get("message");
    renew(moves, model.get("history").map((move, index) => entry(move, index + 1, model, send)));
    const current = moves.children[model.get("shown") - 1];
    moves.scrollTop = current ? current.offsetTop - moves.offsetTop - moves.clientHeight / 2 : 0;
    for (const each of buttons) each.disabled = model.get("busy") && !INTERRUPTING.has(each.textContent);
    step.hidden = !model.get("watching");
    step.disabled = model.get("over");
    values.checked = model.get("values");
  }

  model.on("change", show);
  show();
  return () => model.off("change", show);
}

/** The entry of a move and its fault in the list; a click shows the position. */
function entry(move, ply, model, send) {
  const mistake = model.get("mistakes")[ply];
  const back = press("zermelo-button zermelo-step", move, `${ply}. ${move}`, () => send({ do: "look", ply }));
  if (ply === model.get("shown")) back.setAttribute("aria-current", "step");
  const item = make("li", mistake ? "zermelo-mistake" : "", back);
  if (mistake) item.append(`  ${mistake}`);
  return item;
}

export default { render };
