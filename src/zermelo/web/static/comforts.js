// @ts-check
/* Personal settings: the sound of a move, colours, pieces, and full screen. */

import { by, keep, kept } from "./dom.js";

const FIGURES = new Set(["pawn", "knight", "bishop", "rook", "queen", "chick", "hen", "elephant", "giraffe", "lion"]);
const COUNTER = "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z";
const LETTER = 19; // the size of a letter on a counter

export class Comforts {
  /** `redraw()` is called when the look of boards changes. */
  constructor(redraw) {
    offer("pieces", redraw);
    const colour = () => (document.documentElement.dataset.board = by("colours").value);
    offer("colours", colour);
    colour();
    this.sounding = kept("sound", "off") === "on";
    /** @type {AudioContext | null} null until the first sound: browsers allow none before a press */
    this.audio = null;
    by("sound").ariaPressed = String(this.sounding);
    by("sound").addEventListener("click", () => this.turnSound());
    by("full").hidden = !document.fullscreenEnabled;
    by("full").addEventListener("click", () => // show only the board and its players, for a lecture hall
      document.fullscreenElement ? document.exitFullscreen() : document.querySelector("main").requestFullscreen());
  }

  /** A board with the chosen set of pieces.
      @param {BoardView} view */
  dress(view) {
    by("pieces").hidden = !hasFigures(view);
    return by("pieces").value === "letters" && hasFigures(view) ? lettered(view) : view;
  }

  turnSound() {
    this.sounding = !this.sounding;
    keep("sound", this.sounding ? "on" : "off");
    by("sound").ariaPressed = String(this.sounding);
    this.moved(0);
  }

  /** Play the sound of a move: a short knock, higher for the second player. */
  moved(player) {
    if (!this.sounding) return;
    this.audio ??= new AudioContext();
    const { currentTime: now, destination } = this.audio;
    const tone = new OscillatorNode(this.audio, { type: "triangle", frequency: player ? 330 : 247 });
    const loudness = new GainNode(this.audio, { gain: 0.25 });
    loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    tone.connect(loudness).connect(destination);
    tone.start(now);
    tone.stop(now + 0.13);
  }
}

/** Remember the choice of a select; `use()` is called when it changes. */
function offer(id, use) {
  const select = by(id);
  select.value = kept(id, select.value);
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  select.addEventListener("change", () => (keep(id, select.value), use()));
}

/** Whether a board has figures that letters could replace.
    @param {BoardView} view */
const hasFigures = ({ forms }) => Object.values(forms).some((form) => FIGURES.has(form));

/** A board with letters in place of its figures.
    @param {BoardView} view @returns {BoardView & { set: string }} */
function lettered(view) {
  const letters = Object.keys(view.looks).map((symbol) => {
    const tone = /^(dark|light)\b/.exec(view.called[symbol] ?? "")?.[0];
    /** @type {BoardView["ground"]} */
    const counter = [[tone, COUNTER], [`${tone} crest`, "", symbol.toUpperCase(), LETTER, 0]];
    return [symbol, tone && /^[a-z]$/i.test(symbol) ? counter : view.looks[symbol]];
  });
  return { ...view, looks: Object.fromEntries(letters), set: "letters" };
}
