// @ts-check
/* The engine's panel, while values are shown: the known facts about the position, and the current search. */

import { by } from "./dom.js";
import { make, press } from "./elements.js";
import { relabel } from "./icons.js";
import { renew } from "./renew.js";
import { sign } from "./shapes.js";

const LONGEST = 12, LINES = 3; // shown moves of a line, and lines

export class Engine {
  /** `onLine(node, moves)` is called for a click on a move of a line, with the moves up to it, after a node;
      `onPreview(node, moves)` when a move is hovered or focused, and with null afterwards. */
  constructor({ onLine, onPreview }) {
    this.onLine = onLine;
    this.onPreview = onPreview;
  }

  /** Show a state of the session, and a position: the current one or an earlier one.
      @param {RoomView} state @param {Shown} shown */
  show(state, shown) {
    by("engine").hidden = !state.values;
    by("longer").disabled = state.over && shown.node === state.node;
    relabel(by("rest"), state.resting ? "Go on" : "Pause", state.resting ? "go-on" : "pause");
    this.state = state;
    this.node = shown.node;
    this.known = state.values ? shown.advice : null;
    by("thinking").classList.toggle("known", Boolean(this.known)); // the verdict shows the value
    if (this.known) this.facts(this.known.words, this.known);
    else this.none(shown.over ? "The game is over." : "Nothing is known yet.");
    if (state.resting) this.say("Paused.");
  }

  /** Show the progress of a search for a move or for a value.
      @param {Thinking} snapshot */
  thinking(snapshot) {
    const about = snapshot.kind === "move" || snapshot.node === this.node;
    if (about && !this.known) this.facts(snapshot.nodes ? snapshot.value ?? "–" : "getting ready", snapshot);
    else if (about) this.fact("speed", speed(snapshot));
    const deep = snapshot.depth === 1 ? "1 ply deep" : `${snapshot.depth} plies deep`;
    this.say(about ? `Thinking, ${deep}.` : `Valuing ${placed(snapshot.ply)}.`);
  }

  /** No search is running. */
  idle() {
    if (this.state?.values && !this.state.resting) this.say("Nothing is left to find out.");
  }

  say(text) {
    by("doing").textContent = text;
  }

  /** @param {string} value @param {Pick<Found, "depth" | "line"> & { terms?: string, lines?: Line[] }} found */
  facts(value, found) {
    const facts = {
      value,
      depth: found.depth ? String(found.depth) : "–",
      speed: speed(found),
      line: found.line.slice(0, LONGEST).join(" ") || "–",
      ...(found.terms && { terms: found.terms }),
    };
    const lines = this.known && found.line.length ? this.lines(found) : [facts.line];
    const rows = Object.entries(facts).flatMap(([name, text]) => [
      make("dt", name, name),
      make("dd", { className: name, "data-fact": name }, ...(name === "line" ? lines : [text])),
    ]);
    renew(by("thinking"), rows);
  }

  /** The best lines with their values.
      @param {{ line: string[], lines?: Line[] }} known */
  lines({ lines }) {
    const shown = lines.slice(0, LINES);
    return shown.map(({ worth, line }) => make("div", "line zermelo-board", sign(worth), ...this.playable(line)));
  }

  /** Buttons for moves; each adds the line up to it as a variation after a node. */
  playable(line, node = this.node) {
    return line.slice(0, LONGEST).flatMap((move, index) => {
      const moves = line.slice(0, index + 1);
      return [stepButton(move, node, moves, () => this.onLine(node, moves), this.onPreview), " "];
    });
  }

  fact(name, value) {
    const place = by("thinking").querySelector(`[data-fact="${name}"]`);
    if (place) place.textContent = value;
  }

  none(text) {
    renew(by("thinking"), [make("dt", "word", "engine"), make("dd", "none", text)]);
  }
}

/** A button for a move, which `preview` shows on the board with those before it while it is pointed at. */
export function stepButton(move, node, moves, onclick, preview) {
  const button = press("plain step", move, [node, ...moves].join(" "), onclick);
  button.onpointerenter = button.onfocus = () => preview(node, moves);
  button.onpointerleave = button.onblur = () => preview(node, null);
  return button;
}

const placed = (ply) => (ply ? `what follows move ${ply}` : "the start");

/** @param {Partial<Found>} search */
function speed({ nodes, rate, seconds }) {
  return nodes ? `${short(rate)} nodes/s, ${short(nodes)} in ${seconds.toFixed(1)} s` : "–";
}

function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(Math.round(number));
}
