/* The dialog for a new game: the game, its parameters, and the players. */

import { by, keep, kept, setText } from "./dom.js";
import { make } from "./elements.js";
import { resized } from "./link.js";
import { ask, open } from "./server.js";

const COORDINATES = "coordinates"; // a remembered parameter: the notation of moves
const OPPONENTS = [
  ["human", "Person"],
  ...Array.from({ length: 12 }, (_, index) => [`level:${index + 1}`, `Level ${index + 1}`]),
  ["engine:seconds=1", "Engine, 1 second a move"],
  ["engine:seconds=5", "Engine, 5 seconds a move"],
  ["alphabeta:depth=4", "Alpha-beta, 4 plies deep"],
  ["minimax:depth=3", "Minimax, 3 plies deep"],
  ["greedy", "Greedy: best evaluation"],
  ["random", "Random moves"],
];

/** The catalogue's entry of a game: its name is the spec without parameters.
    @param {Offered[]} games @param {string} spec */
export const entryOf = (games, spec) =>
  games.find(({ name }) => name === spec) ?? games.find(({ name }) => spec.startsWith(`${name}(`));

/** Fill a select with all available players, and select `player`. "perfect" needs a solved game, "greedy" one
    that evaluates positions; the labels of levels say how they err. */
export function offerPlayers(select, player, { solved, evaluated, levels = [] }) {
  const offers = new Map(OPPONENTS);
  if (!evaluated) offers.delete("greedy");
  if (solved) offers.set("perfect", "Perfect, by a database");
  if (!offers.has(player)) offers.set(player, player.replace("minimax:limit=", "Minimax, limit "));
  const labelled = ([name, label]) => new Option([label, levels[levelOf(name) - 1]?.label].filter(Boolean).join(": "), name);
  select.replaceChildren(...Array.from(offers, labelled));
  select.value = player;
}

const levelOf = (name) => Number(/^level:(\d+)$/.exec(name)?.[1] ?? 0);

/** A description of the level called `name`; "" for other players. */
export const habitOf = (name, levels = []) => levels[levelOf(name) - 1]?.sentence ?? "";

/** Show the description of the level selected for a seat. */
export function tellHabit(select, levels) {
  by(`${select.id}-habit`).textContent = habitOf(select.value, levels);
}

/** The list of all games, with their databases.
    @returns {Promise<Games>} */
export async function listGames(query = "") {
  const found = await ask(`games${query}`);
  found.games.forEach(noteSize);
  return found;
}

/** @param {Offered} entry */
const noteSize = ({ name, usual }) => Object.keys(usual).length && resized.add(name);

/** Add the facts about a game to those `known`: its name, its levels, its database.
    @param {string} spec @param {Games} [known] */
export async function learnOf(spec, known) {
  const found = await listGames(`?g=${encodeURIComponent(spec)}`);
  known?.games.push({ ...found.games[0], name: spec }, ...found.games);
  return known ?? found;
}

/** Open the game of a link. Without parameters, it gets its usual size, as on its card, or if the moves do not fit, its default size.
    @param {{ game: string, moves: string[], start?: string, by?: string }} fields @param {Games} known */
export async function openUsual(fields, known) {
  if (fields.start || fields.game.includes("(")) return open(fields);
  if (!entryOf(known.games, fields.game)) await learnOf(fields.game, known);
  const pairs = Object.entries(entryOf(known.games, fields.game).usual).map(([name, value]) => `${name}=${value}`);
  const sized = { ...fields, game: fields.game + (pairs.length ? `(${pairs.join(", ")})` : "") };
  return open(sized).catch((error) => open(fields).catch(() => Promise.reject(error)));
}

export class NewGame {
  /** `play(fields)` begins the game; the dialog shows its errors. */
  constructor(catalogue, play) {
    this.games = catalogue.games;
    this.solved = catalogue.solved;
    this.seats = [by("first"), by("second")];
    by("game").replaceChildren(...this.games.map(({ name, title }) => new Option(title, name)));
    by("game").addEventListener("change", () => this.showGame());
    for (const part of [by("purpose"), by("parameters"), by("apart")])
      part?.addEventListener("change", () => this.showSeats());
    for (const select of this.seats)
      select.addEventListener("change", () => tellHabit(select, this.entry.levels));
    by("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const fail = ({ message }) => setText("new-error", message);
      play(this.asked()).then(() => by("new-dialog").close(), fail);
    });
  }

  /** The fields of the request for the game in the dialog. */
  asked() {
    const players = this.seats.map(({ value }) => value);
    const fields = { game: this.spec(), by: this.by, players };
    if (!by("apart")?.checked) return fields;
    const seat = by("my-seat").value, clock = JSON.parse(by("clock").value);
    const together = { ...clock, ...(seat && { seat: Number(seat) }) };
    return { ...fields, players: ["human", "human"], together };
  }

  open(spec, unit, players) {
    const entry = entryOf(this.games, spec);
    if (entry) by("game").value = entry.name;
    if (this.entry.points) by("purpose").querySelector(`[value="${unit}"]`).checked = true;
    this.players = players;
    this.showGame();
    by("new-dialog").showModal();
  }

  get entry() {
    return this.games.find(({ name }) => name === by("game").value);
  }

  showGame() {
    setText("new-error", "");
    by("about").textContent = this.entry.about;
    fillFields(this.entry);
    by("purpose").hidden = !this.entry.points;
    this.showSeats();
  }

  showSeats() {
    const { evaluated, levels } = this.entry, apart = Boolean(by("apart")?.checked);
    by("seats").hidden = apart;
    if (by("apart")) by("apart-seats").hidden = !apart;
    const offered = { evaluated, levels, solved: this.solved[this.by].includes(this.spec()) };
    this.seats.forEach((select, seat) => {
      const player = select.value || this.players[seat];
      offerPlayers(select, player === "greedy" && !evaluated ? this.players[seat] : player, offered);
      tellHabit(select, levels);
    });
  }

  /** The unit of values for the selected game: "outcome", or "score" if it counts points. */
  get by() {
    return this.entry.points ? by("purpose").querySelector(":checked").value : "outcome";
  }

  spec() {
    return specOf(by("game").value, by("new-dialog"));
  }
}

/** The game's spec, with the parameters that differ from their defaults. */
export function specOf(name, form) {
  const changed = [...form.querySelectorAll("[data-name]")]
    .filter((input) => readField(input) !== input.dataset.default)
    .map((input) => `${input.dataset.name}=${readField(input)}`);
  return name + (changed.length ? `(${changed.join(", ")})` : "");
}

/** Fill a form with fields for a game's parameters, at their usual values, and for its weights.
    @param {Offered} entry */
export function fillFields(entry) {
  const { parameters, usual, weights, help, values } = entry;
  noteSize(entry);
  const fields = by("parameters"), below = by("weights");
  const made = (name) => field(name, parameters[name], help[name], values[name]);
  fields.replaceChildren(...Object.keys(parameters).filter((name) => !weights.includes(name)).map(made));
  below.querySelector("div").replaceChildren(...weights.map(made));
  below.open = false;
  const begun = { ...usual, ...(COORDINATES in parameters && { [COORDINATES]: kept(COORDINATES, parameters[COORDINATES]) }) };
  for (const [name, value] of Object.entries(begun)) fields.querySelector(`[data-name="${name}"]`).value = value;
  fields.querySelector(`[data-name="${COORDINATES}"]`)?.addEventListener("change", ({ target }) => keep(COORDINATES, target.value));
}

function field(name, value, help, values = []) {
  const listed = values.length > 2 || typeof values[0] === "string";
  const input = make(listed ? "select" : "input");
  input.dataset.name = name;
  if (typeof value === "boolean") Object.assign(input, { type: "checkbox", checked: value });
  else {
    const type = typeof value === "number" ? "number" : "text", [min = "", max = ""] = values;
    if (listed) input.append(...values.map((each) => new Option(each, each)));
    else Object.assign(input, { type, step: "any", min, max });
    input.value = typeof value === "object" ? JSON.stringify(value) : String(value);
    input.dataset.text = typeof value === "string" ? "yes" : "";
  }
  input.dataset.default = readField(input);
  return make("label", "", make("span", "", labelOf(name)), input, ...(help ? [make("small", "", help)] : []));
}

/** The label of a parameter; a single letter stays unchanged: "k". */
const labelOf = (name) => (name.length > 1 ? name[0].toUpperCase() + name.slice(1).replaceAll("_", " ") : name);

/** A field's value in Python's notation. */
export function readField(input) {
  if (input.type === "checkbox") return input.checked ? "True" : "False";
  const text = input.value.trim();
  return input.dataset.text ? `'${text.replace(/[\\']/g, "\\$&")}'` : text;
}
