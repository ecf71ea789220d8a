// @ts-check
/* The dialog to set up a position: by clicks on a board, or by its text.

   The text is what counts. The server (web/drafts.py) says once which letter belongs to which point of
   the board, so that a click changes one letter, and checks whether each new text is a position. */

import { createBoard } from "./board.js";
import { by } from "./dom.js";
import { make } from "./elements.js";
import { act, ask } from "./server.js";
import { pieceIcon, pieceName } from "./shapes.js";

const COUNTS = /^\d+(,\d+)* [AB]$/; // the texts of games whose positions are numbers
const MOST_NAMED = 7; // the most pieces to choose from with their names shown
const PAUSE = 150; // milliseconds without a key before a text is checked

export class SetUp {
  /** `begin(text)` begins a game at the position; the dialog shows its errors. */
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
    const many = pieces.length > MOST_NAMED, names = this.namesOf(pieces, many);
    const choices = pieces.map(({ look }, index) => swatch("piece", index, names[index], pieceIcon(look), many));
    const rows = this.counted ? [this.steppers()] : Map.groupBy(choices, (_, index) => pieces[index].side).values();
    by("palette").replaceChildren(...[...rows].map((row) => make("div", "swatches", ...row)));
    if (!this.counted) Object.assign(by("palette").querySelector("input"), { checked: true, autofocus: true });
    by("palette-legend").textContent = this.counted ? "How many there are" : "A click puts";
    by("clear").hidden = this.counted;
    by("turn").hidden = turn === null;
    by("movers").replaceChildren(...this.alphabet.movers.map((letter, player) => {
      const { look } = pieces.find(({ side }) => side === player) ?? {};
      const choice = swatch("mover", player, this.session.names[player], look ? pieceIcon(look) : "");
      choice.onchange = () => this.change(replaced(this.text, turn, letter));
      return choice;
    }));
  }

  /** The names of the pieces to choose from; for `many` pieces, the names of their kinds if all kinds differ. */
  namesOf(pieces, many) {
    const { called, forms } = this.session.board;
    const tone = (symbol) => (called[symbol].startsWith("light") ? "white" : "black");
    const kindOf = (symbol) => called[symbol] && forms[symbol] && `${tone(symbol)} ${forms[symbol]}`;
    const kinds = pieces.map(({ symbol }) => kindOf(symbol) || pieceName(symbol));
    if (many && new Set(kinds).size === kinds.length) return kinds;
    return pieces.map(({ symbol, side }) => (side === null || many ? pieceName(symbol) : this.session.names[side]));
  }

  /** A field for each number of the text, labelled with its row or pit. */
  steppers() {
    const { names, rows } = this.session.board, numbers = this.current.slice(0, -2).split(",");
    return numbers.map((number, index) => {
      const [, name] = names.find(([point]) => point === index) ?? [];
      const row = rows.length === numbers.length ? rows[index] : names.length ? "store" : `${index + 1}`;
      const input = make("input", { type: "number", min: 0, max: 999, value: number });
      input.oninput = () => {
        const changed = [...by("palette").querySelectorAll("input")].map(({ value }) => value || "0");
        this.change(`${changed} ${this.text.at(-1)}`);
      };
      return make("label", "stepper", name ?? row, input);
    });
  }

  /** Put the chosen piece on a point; if it is already there, remove it. */
  put(point) {
    const { places, pieces } = this.alphabet;
    const empty = pieces.find(({ symbol }) => !symbol);
    const chosen = pieces[by("palette").querySelector(":checked").value];
    const place = places[point];
    const letter = this.text.at(place) === chosen.letter ? empty.letter : chosen.letter;
    this.change(this.castled(replaced(this.text, place, letter)));
  }

  /** The text without castling rights whose king or rook is not at home. */
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
    const { board } = this.session, offered = this.alphabet.pieces.map(({ symbol, look }) => [symbol, look]);
    const changes = {
      looks: { ...board.looks, ...Object.fromEntries(offered) }, label: "The position", pieces, moves, hands,
      active: true, editing: true, pressed: null, caption: board.caption && caption,
    };
    const none = { hint: [], last: [], gone: [], aliases: [], buttons: [], surplus: [], below: [], above: [], threatened: [] };
    this.board.update({ ...board, ...changes, ...none });
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
  const input = make("input", { type: "radio", name, value, ...(bare && { "aria-label": caption }) });
  return make("label", { className: "swatch", title: bare ? caption : "" }, input, icon, bare ? "" : caption);
}
