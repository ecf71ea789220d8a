// @ts-check
/* The engine's panel, while values are shown: the best lines of a position, the current search, and the threat. */

import { by, openTab, relabel } from "./dom.js";
import { make, press } from "./elements.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";
import { phone, sign } from "./shapes.js";
import { reviewing } from "./verdicts.js";

const LONGEST = 12; // the most moves of a line to show
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 }).format;

export class Engine {
  /** `act(action, fields)` does an action in the session. A click on a move of a line calls `onLine(node, moves)` with
      the moves from the node to this move; hovering or focusing it calls `onPreview(node, moves)`, and with null
      afterwards. `onThreat(board)` shows the board of a threat, and with null the position again. */
  constructor({ act, onLine, onPreview, onThreat }) {
    this.onLine = onLine;
    this.onPreview = onPreview;
    this.onThreat = onThreat;
    this.threatened = null; // the node whose threat is shown
    by("longer").onclick = () => this.state.values && act("think-longer");
    by("rest").onclick = () => act("rest", { on: !this.state.resting });
    // The reason below the lines belongs to the line under the pointer, else to the best move.
    const explain = (line) => {
      this.pointed = line !== null; // lines that move under a resting pointer don't count
      by("why").textContent = line?.querySelector(".effect").textContent || this.why;
    };
    for (const name of ["pointermove", "focusin"]) by("lines").addEventListener(name, ({ target }) => explain(target.closest(".line")));
    for (const name of ["pointerleave", "focusout"]) by("lines").addEventListener(name, () => explain(null));
    addEventListener("keydown", ({ key }) => /^\w$/.test(key) && key !== "x" && this.threatened !== null && this.endThreat(), true); // to type a move
    by("threat").onclick = async () => (this.state.values || (await act("values", { on: true }))) && this.toggleThreat();
  }

  /** Show a state of the session, and a position: the current one or an earlier one.
      @param {RoomView} state @param {Shown} shown */
  show(state, shown) {
    by("engine").hidden = !state.values;
    by("longer").ariaPressed = String(state.deeper);
    by("longer").disabled = by("threat").disabled = shown.over;
    relabel(by("rest"), state.resting ? "Go on" : "Pause", state.resting ? "go-on" : "pause");
    this.state = state;
    const moved = this.node !== shown.node;
    this.node = shown.node;
    this.checked = shown.board.threatened.length > 0;
    this.known = state.values ? shown.advice : null;
    this.why = this.known?.why ? [this.known.why, this.known.terms].filter(Boolean).join(" ") : "";
    if (moved || !this.pointed) by("why").textContent = this.why;
    if (this.threatened !== null && (this.threatened !== shown.node || !state.values)) this.endThreat();
    const nothing = shown.over ? "The game is over." : "Nothing is known yet: the engine is getting ready.";
    renew(by("lines"), this.known?.lines.map((line) => this.line(line)) ?? [make("li", "none", nothing)]);
    by("search").textContent = this.known ? searchWords(this.known) : "";
    if (state.resting) this.say("Paused.");
  }

  /** Show the progress of a search for a move or for a value.
      @param {Thinking} snapshot */
  thinking(snapshot) {
    const { tree, reviewed } = this.state;
    if (!tree.some(({ node }) => node === snapshot.node)) return; // a search in a state that the page does not have yet
    const about = snapshot.kind === "move" || snapshot.node === this.node;
    const elsewhere = reviewed[0] < reviewed[1] ? reviewing(reviewed) : "Thinking about other moves …";
    this.say(about ? "Thinking …" : elsewhere);
    if (!about || !snapshot.nodes) return;
    by("search").textContent = searchWords({ ...snapshot, depth: this.known?.depth ?? snapshot.depth });
    if (!this.known && snapshot.value) renew(by("lines"), [make("li", "none", `${snapshot.value}: ${snapshot.line.join(" ")}`)]);
  }

  /** Show that no search is running. */
  idle() {
    if (this.state?.values && !this.state.resting) this.say("Nothing is left to find out.");
  }

  say(text) {
    by("doing").textContent = text;
  }

  /** One of the best lines: its value, its moves, and, for screen readers and while it is pointed at, its effect in words.
      @param {Line} line */
  line({ worth, move, pawns, line, words }) {
    const counts = words?.startsWith("so that"), joint = counts ? ", " : " ";
    const proven = worth.kind === "estimate" ? "" : `${move} ${worth.words}`;
    const gain = words && !(proven && /^(win|mate)s/.test(words)) && (proven ? (counts ? "" : `it ${words}`) : move + joint + words); // a proof says more than numbers
    const said = [proven, gain].filter(Boolean).join("; ");
    const effect = make("span", "effect zermelo-spoken", said && `${said}.`);
    return make("li", "line zermelo-board", sign(worth), pawns && make("span", "pawns", pawns), make("span", "run", ...this.playable(line)), effect);
  }

  /** Buttons for moves; a click on one adds the moves up to it as a variation after a node. */
  playable(line, node = this.node) {
    return line.slice(0, LONGEST).flatMap((move, index) => {
      const moves = line.slice(0, index + 1);
      return [stepButton(move, node, moves, () => this.onLine(node, moves), this.onPreview), " "];
    });
  }

  /** Show or hide what the other player would do if the player to move passed. */
  async toggleThreat() {
    if (this.threatened !== null) return this.endThreat();
    openTab("analysis");
    const node = (this.threatened = this.node);
    by("threat").ariaPressed = "true";
    /** @type {Threat | null} */
    const found = await ask(`sessions/${this.state.key}/threat/${node}`).catch(({ message }) => ({ words: message }));
    if (this.threatened !== node) return;
    by("threat-words").textContent = found ? found.words : this.checked ? "You are in check, so you cannot pass." : "Nobody can pass here, so no threat can be shown.";
    if (found?.board) this.onThreat(found.board);
  }

  endThreat() {
    this.threatened = null;
    by("threat").ariaPressed = "false";
    by("threat-words").textContent = "";
    this.onThreat(null);
  }
}

let rests = ""; // the pointer's place after its latest movement
const placeOf = ({ clientX, clientY }) => `${clientX} ${clientY}`;
document.addEventListener("pointermove", (event) => (rests = placeOf(event)));

/** A button for a move; while it is hovered or focused, `preview` shows the board after `moves` from a node. */
export function stepButton(move, node, moves, onclick, preview) {
  const button = press("plain step", move, [node, ...moves].join(" "), onclick);
  button.onfocus = () => preview(node, moves);
  button.onpointerenter = (event) => placeOf(event) !== rests && preview(node, moves); // not if lines moved under the pointer
  button.onpointerleave = button.onblur = () => preview(node, null);
  return button;
}

/** The depth of a search, its nodes and, where there is room, its speed.
    @param {{ depth?: number, nodes?: number, rate?: number }} search */
function searchWords({ depth, nodes, rate }) {
  return [depth && `Depth ${depth}`, nodes && `${short(nodes)} nodes`, nodes && !phone().matches && `${short(rate)}/s`].filter(Boolean).join(" · ");
}
