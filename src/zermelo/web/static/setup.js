// @ts-check
/* The dialog to set up a position: by clicks on a board, or by its text.

   The text is what counts. The server says once which letter of it is which point of the board
   (web/drafts.py), so that a click changes one letter; and for every text, whether it is a
   position (web/drafts.py). */

import { createBoard } from "./board.js";
import { by } from "./dom.js";
import { act, ask } from "./server.js";
import { pieceIcon, pieceName } from "./shapes.js";

const COUNTS = /^\d+(,\d+)* [AB]$/; // texts of games of numbers
const MOST_NAMED = 7; // pieces to choose from, if their names are shown
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
    by("clear").addEventListener("click", () => this.change(this.castled(this.empty)));
    by("current").addEventListener("click", () => this.change(this.current));
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
    this.current = session.state;
    try {
      /** @type {Spelling} */
      const { alphabet, empty, state } = await ask(`sessions/${session.key}/alphabet`);
      this.counted = !alphabet && COUNTS.test(state);
      this.alphabet = this.counted ? { places: [], pieces: [], turn: -1, movers: ["A", "B"], homes: {} } : alphabet;
      this.empty = empty;
      this.current = state;
    } catch (error) {
      this.say({ error: error.message });
    }
    by("draft").hidden = !this.alphabet;
    by("set-up-dialog").classList.toggle("wide", Boolean(this.alphabet));
    if (this.alphabet) this.offer();
    this.change(this.current);
    by("set-up-dialog").showModal();
  }

  /** The board, and the pieces to choose from. */
  offer() {
    const { pieces, turn } = this.alphabet;
    by("draft-board").replaceChildren();
    this.board = createBoard(by("draft-board"), { onMove: (point) => this.put(Number(point)) });
    const many = pieces.length > MOST_NAMED, { called, forms } = this.session.board;
    const tone = (symbol) => (called[symbol].startsWith("light") ? "white" : "black");
    const kinds = pieces.map(({ symbol }) => (called[symbol] && forms[symbol] ? `${tone(symbol)} ${forms[symbol]}` : pieceName(symbol)));
    const telling = many && new Set(kinds).size === kinds.length;
    const named = ({ symbol, side }, index) =>
      telling ? kinds[index] : side === null || many ? pieceName(symbol) : `player ${side + 1}`;
    by("palette").replaceChildren(
      ...pieces.map((piece, index) => swatch("piece", index, named(piece, index), pieceIcon(piece.look), many)),
    );
    if (this.counted) by("palette").replaceChildren(...this.steppers());
    else by("palette").querySelector("input").checked = by("palette").querySelector("input").autofocus = true;
    by("palette-legend").textContent = this.counted ? "How many there are" : "A click puts";
    by("clear").hidden = this.counted;
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

  /** A field for each number of the text: those of the rows, or of the pits. */
  steppers() {
    const { names, rows } = this.session.board, numbers = this.current.slice(0, -2).split(",");
    return numbers.map((number, index) => {
      const [, name] = names.find(([point]) => point === index) ?? [];
      const input = Object.assign(document.createElement("input"), { type: "number", min: 0, max: 999, value: number });
      input.addEventListener("input", () => {
        const changed = [...by("palette").querySelectorAll("input")].map(({ value }) => value || "0");
        this.change(`${changed} ${this.text.at(-1)}`);
      });
      const label = Object.assign(document.createElement("label"), { className: "stepper" });
      label.append(name ?? (rows.length === numbers.length ? rows[index] : names.length ? "store" : `${index + 1}`), input);
      return label;
    });
  }

  /** Put the chosen piece on a point, or remove it if it is there. */
  put(point) {
    const { places, pieces } = this.alphabet;
    const empty = pieces.find(({ symbol }) => !symbol);
    const chosen = pieces[by("palette").querySelector(":checked").value];
    const place = places[point];
    const letter = this.text.at(place) === chosen.letter ? empty.letter : chosen.letter;
    this.change(this.castled(replaced(this.text, place, letter)));
  }

  /** A text without castling for a king or a rook that is not at home. */
  castled(text) {
    const { homes, places } = this.alphabet, [rows, turn, rights, ...rest] = text.split(" ");
    if (!Object.keys(homes).length) return text;
    const man = (letter, name) => (letter === letter.toUpperCase() ? name : name.toLowerCase());
    const kept = [...rights].filter((letter) => homes[letter]?.every(
      (point, which) => text.at(places[point]) === man(letter, "KR"[which])));
    return [rows, turn, kept.join("") || "-", ...rest].join(" ");
  }

  /** Use a text: update the board if possible, and let the server check the position. */
  async change(text) {
    clearTimeout(this.typing);
    if (this.field.value !== text) this.field.value = text;
    const asked = ++this.asked;
    if (this.counted && COUNTS.test(text)) {
      this.text = text;
      const numbers = text.slice(0, -2).split(",");
      by("palette").querySelectorAll("input").forEach((input, index) => {
        if (Number(input.value) !== Number(numbers[index])) input.value = numbers[index] ?? "0";
      });
    } else if (this.alphabet && !this.counted) this.draw(text, this.pieces(text));
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

/** A radio button with the drawing of its choice and its words, shown on hover if `bare`. */
function swatch(name, value, caption, icon, bare = false) {
  const label = Object.assign(document.createElement("label"), { className: "swatch" });
  const input = Object.assign(document.createElement("input"), { type: "radio", name, value });
  label.title = bare ? caption : "";
  if (bare) input.setAttribute("aria-label", caption);
  label.append(input, icon, bare ? "" : caption);
  return label;
}
