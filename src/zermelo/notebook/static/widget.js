/* The notebook's widget: the board of the web page, with the session's state around it.

   Python holds the game; what is shown comes as the model's traits (view, status, value, message,
   history, shown, mistakes, busy, over, watching, values), what is clicked goes back as messages
   {do: "move", move: text}, {do: "undo"} …; see notebook/board.py. */

import { createBoard } from "./board.js";
import { renew } from "./renew.js";

const BUTTONS = { hint: "Hint", undo: "Undo", redo: "Redo", resign: "Resign", restart: "New game" };
const INTERRUPTING = new Set(["Undo", "New game"]);  // these end the computer's thinking

function render({ model, el }) {
  const send = (message) => model.send(message);
  const root = add(el, "div", "zermelo-widget zermelo-board");
  const table = add(root, "div", "zermelo-table");
  const board = createBoard(table, { onMove: (move) => send({ do: "move", move }) });
  const panel = add(root, "div", "zermelo-panel");
  const status = add(panel, "p", "zermelo-status");
  status.setAttribute("role", "status");
  const value = add(panel, "p", "zermelo-value");
  const message = add(panel, "p", "zermelo-message");
  const moves = add(panel, "ol", "zermelo-moves");
  moves.tabIndex = 0;
  moves.setAttribute("aria-label", "moves");
  const bar = add(root, "div", "zermelo-bar");
  const buttons = Object.entries(BUTTONS).map(([deed, name]) => button(bar, name, () => send({ do: deed })));
  const step = button(bar, "Next move", () => send({ do: "advance" }));
  const values = valuesSwitch(bar, model);

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

/** A move, which a click shows, and its fault. */
function entry(move, ply, model, send) {
  const item = document.createElement("li");
  const mistake = model.get("mistakes")[ply];
  const back = button(item, move, () => send({ do: "look", ply }));
  back.classList.add("zermelo-step");
  back.value = `${ply}. ${move}`;
  if (ply === model.get("shown")) back.setAttribute("aria-current", "step");
  if (mistake) item.append(`  ${mistake}`);
  item.classList.toggle("zermelo-mistake", Boolean(mistake));
  return item;
}

function valuesSwitch(bar, model) {
  const label = add(bar, "label", "zermelo-switch");
  const box = add(label, "input", "");
  box.type = "checkbox";
  label.append("Values");
  box.addEventListener("change", () => {
    model.set("values", box.checked);
    model.save_changes();
  });
  return box;
}

function button(bar, name, onClick) {
  const made = add(bar, "button", "zermelo-button");
  made.type = "button";
  made.textContent = name;
  made.onclick = onClick;
  return made;
}

function add(parent, name, className) {
  const child = Object.assign(document.createElement(name), { className });
  parent.append(child);
  return child;
}

export default { render };
