// @ts-check
/* The dialog to set up a position: by clicks on a board, or by its text.

   The text is what counts. The server says once which letter of it is which point of the board
   (web/drafts.py), so that a click changes one letter; and for every text, whether it is a
   position (web/drafts.py). */

import { createBoard } from "./board.js";
import { by } from "./dom.js";
import { act, ask } from "./server.js";
import { pieceIcon, pieceName } from "./shapes.js";

const PAUSE = 150; // milliseconds from the last key to the check of a text

export class SetUp {
  /** `begin(text)` begins at the position; the dialog shows its errors. */
  constructor(begin) {
    this.field = by("position");
    this.asked = 0; // the number of requests about texts
    this.field.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.change(this.field.value), PAUSE);
    });
    by("clear").addEventListener("click", () => this.change(this.empty));
    by("current").addEventListener("click", () => this.change(this.session.state));
    by("set-up-dialog").addEventListener("close", () => by("draft-board").replaceChildren());
    by("set-up-form").addEventListener("submit", (event) => {
      event.preventDefault();
      begin(this.field.value).then(() => by("set-up-dialog").close(), (error) => this.say({ error: error.message }));
    });
  }

  /** @param {RoomView} session */
  async open(session) {
    this.session = session;
    this.alphabet = null;
    try {
      /** @type {Spelling} */
      const { alphabet, empty } = await ask(`sessions/${session.key}/alphabet`);
      this.alphabet = alphabet;
      this.empty = empty;
    } catch (error) {
      this.say({ error: error.message });
    }
    by("draft").hidden = !this.alphabet;
    by("set-up-dialog").classList.toggle("wide", Boolean(this.alphabet));
    if (this.alphabet) this.offer();
    this.change(session.state);
    by("set-up-dialog").showModal();
  }

  /** The board, and the pieces to choose from. */
  offer() {
    const { pieces, turn } = this.alphabet;
    by("draft-board").replaceChildren();
    this.board = createBoard(by("draft-board"), { onMove: (point) => this.put(Number(point)) });
    const named = ({ symbol, side }) => (side === null ? pieceName(symbol) : `player ${side + 1}`);
    by("palette").replaceChildren(
      ...pieces.map((piece, index) => swatch("piece", index, named(piece), pieceIcon(piece.look))),
    );
    by("palette").querySelector("input").checked = by("palette").querySelector("input").autofocus = true;
    by("turn").hidden = turn === null;
    by("movers").replaceChildren(
      ...[0, 1].map((player) => {
        const { look } = pieces.find(({ side }) => side === player) ?? {};
        const choice = swatch("mover", player, `player ${player + 1}`, look ? pieceIcon(look) : "");
        choice.addEventListener("change", () => this.change(replaced(this.text, turn, this.alphabet.movers[player])));
        return choice;
      }),
    );
  }

  /** Put the chosen piece on a point, or remove it if it is there. */
  put(point) {
    const { places, pieces } = this.alphabet;
    const empty = pieces.find(({ symbol }) => !symbol);
    const chosen = pieces[by("palette").querySelector(":checked").value];
    const place = places[point];
    const letter = this.text.at(place) === chosen.letter ? empty.letter : chosen.letter;
    this.change(replaced(this.text, place, letter));
  }

  /** Use a text: update the board if possible, and let the server check the position. */
  async change(text) {
    clearTimeout(this.typing);
    if (this.field.value !== text) this.field.value = text;
    const asked = ++this.asked;
    if (this.alphabet) this.draw(text, this.pieces(text));
    const answer = await act(this.session.key, "draft", { state: text }).catch(({ message }) => ({ error: message }));
    if (asked !== this.asked) return;
    this.say(answer);
    if (answer.board && this.alphabet) this.draw(answer.state, answer.board.pieces, answer.board);
  }

  /** The pieces in a text, or null if its notation is unknown. */
  pieces(text) {
    const { places, pieces } = this.alphabet;
    const always = this.session.board.pieces.filter(({ point }) => places[point] === null);
    const found = places.map((place, point) => {
      const piece = place === null ? null : pieces.find(({ letter }) => letter === text.at(place));
      return piece && { ...piece, point };
    });
    return found.includes(undefined) ? null : [...always, ...found.filter((piece) => piece?.symbol)];
  }

  draw(text, pieces, { caption, hands } = { caption: "\u00a0", hands: this.session.board.hands }) {
    if (!pieces) return;
    this.text = text;
    const points = this.alphabet.places.flatMap((place, point) => (place === null ? [] : [point]));
    const moves = points.map((point) => ({ move: String(point), clicks: [point] }));
    const looks = Object.fromEntries(this.alphabet.pieces.map(({ symbol, look }) => [symbol, look]));
    const changes = { looks: { ...this.session.board.looks, ...looks }, label: "The position", pieces, moves, active: true, editing: true, hint: [], last: [], gone: [], pressed: null, aliases: [], buttons: [] };
    this.board.update({ ...this.session.board, ...changes, caption: this.session.board.caption && caption, hands });
    for (const input of by("movers").querySelectorAll("input"))
      input.checked = this.alphabet.turn !== null && this.alphabet.movers[input.value] === text.at(this.alphabet.turn);
  }

  /** @param {Draft} answer */
  say({ error, status }) {
    by("set-up-status").textContent = error ?? `✓ ${status}`;
    by("set-up-status").classList.toggle("wrong", Boolean(error));
  }
}

/** `text` with another letter at a place, counted from the end if negative. */
function replaced(text, place, letter) {
  const index = place < 0 ? text.length + place : place;
  return text.slice(0, index) + letter + text.slice(index + 1);
}

/** A radio button with the drawing of its choice. */
function swatch(name, value, caption, icon) {
  const label = Object.assign(document.createElement("label"), { className: "swatch" });
  const input = Object.assign(document.createElement("input"), { type: "radio", name, value });
  label.append(input, icon, caption);
  return label;
}
