// @ts-check
/* Two people at one board over a network: their seats, clocks and offers. */

import { by } from "./dom.js";
import { seatKey } from "./server.js";

const TICK = 200; // milliseconds between updates of a running clock
const HURRY = 20; // seconds below which tenths are shown
const OFFERS = { draw: "a draw", takeback: "a takeback", rematch: "another game" };

/** The player whose seat this browser has, -1 for none.
    @param {RoomView} state */
export const mine = ({ key, pair }) => (pair ? pair.seats.indexOf(seatKey(key).split(".")[0] || "nobody") : -1);

/** Whether this browser may move now: in a session for two only the player to move may.
    @param {RoomView} state */
export const mayMove = (state) => !state.pair || (mine(state) === state.player && !state.pair.seats.includes(null));

/** Whether a person here waits for the opponent's move.
    @param {RoomView} state */
export const awaits = (state) => !state.over && !state.paused && !state.board.active
  && (state.pair ? mine(state) : state.players.lastIndexOf("human")) === 1 - state.player;

/** A link to the session for two.
    @param {{ key: string }} state */
export const linkOf = ({ key }) => `#r=${key}`;

/** Seconds in the format of a clock: 1:05:00, 4:59, 0:07.3.
    @param {number} seconds */
export function clockWords(seconds) {
  const tenths = seconds < HURRY ? Math.floor(seconds * 10) / 10 : 0;
  const whole = Math.ceil(seconds), two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  if (seconds < HURRY) return `0:${tenths < 10 ? "0" : ""}${tenths.toFixed(1)}`;
  return whole < 3600 ? `${Math.floor(whole / 60)}:${two(whole % 60)}` : `${Math.floor(whole / 3600)}:${two((whole / 60) % 60)}:${two(whole % 60)}`;
}

/** The message for the player at `seat`, or for spectators with -1.
    @param {RoomView} state @param {number} seat */
export function pairWords({ pair, names, over }, seat) {
  const { seats, present, offer, score, watching } = pair;
  const played = score[0] + score[1] ? `${names[0]} ${score[0]}, ${names[1]} ${score[1]}. ` : "";
  if (seat < 0) return played + (seats.includes(null) ? "A seat is free." : `You are watching, ${watching === 1 ? "alone" : `one of ${watching}`}.`);
  if (seats.includes(null)) return "The first to open the link plays you.";
  if (offer) return offer.by === seat ? `You have proposed ${OFFERS[offer.kind]}.` : `The other player proposes ${OFFERS[offer.kind]}.`;
  if (!present[1 - seat]) return `${played}The other player is away${over ? "." : "; a clock runs on."}`;
  return played;
}

export class Together {
  /** `act(action, fields)` does an action in the session, `copy()` copies its link, `turn(player)` puts a player's side
      at the bottom, `analyse()` opens a copy of the game. */
  constructor({ act, copy, turn, analyse }) {
    this.turn = turn;
    this.below = 0; // the player below the board
    this.key = ""; // the key of the session
    by("copy-link").onclick = copy;
    by("analyse").onclick = analyse;
    by("sit").onclick = () => act("sit");
    for (const kind of ["draw", "takeback", "rematch"]) by(`offer-${kind}`).onclick = () => act("offer", { kind });
    for (const accept of [true, false]) by(accept ? "accept" : "decline").onclick = () => act("answer", { accept });
    setInterval(() => this.tick(), TICK);
  }

  /** Show a state of the session. A single person sees their own side at the bottom, until they flip the board.
      @param {RoomView} state */
  show(state) {
    document.body.classList.toggle("paired", Boolean(state.pair));
    by("together").hidden = !state.pair;
    this.state = state;
    const seat = mine(state), alone = state.players[0] !== "human" && state.players[1] === "human";
    const below = state.pair ? Math.max(seat, 0) : Number(alone);
    if (below !== this.below || state.key !== this.key) this.turn(below);
    [this.below, this.key] = [below, state.key];
    if (!state.pair) return;
    by("resign").disabled = state.over || seat < 0;
    this.presence(state.pair);
  }

  /** Show changes of presence and offers.
      @param {PairView} pair */
  presence(pair) {
    const { state } = this, seat = mine(state), free = pair.seats.includes(null);
    state.pair = pair;
    this.since = performance.now();
    by("together-text").textContent = pairWords(state, seat);
    const asked = pair.offer !== null && pair.offer.by !== seat && seat >= 0;
    const going = seat >= 0 && !free && !state.over && !pair.offer;
    by("copy-link").hidden = !free || seat < 0;
    by("sit").hidden = !free || seat >= 0;
    by("offer-draw").hidden = !going;
    by("offer-takeback").hidden = !going || !state.tree.some(({ player }) => player === seat);
    by("accept").hidden = by("decline").hidden = !asked;
    by("offer-rematch").hidden = seat < 0 || !state.over || pair.offer !== null;
    by("analyse").hidden = !state.over;
    [0, 1].forEach((player) => {
      const place = by(`seat-${player}`), who = place.querySelector(".seat-who");
      who.textContent = player === seat ? "you" : pair.seats[player] === null ? "free" : seat < 0 ? "" : "other";
      place.classList.toggle("away", pair.seats[player] !== null && !pair.present[player]);
    });
    this.tick();
  }

  /** Update the clocks. */
  tick() {
    const { clock } = this.state?.pair ?? {};
    if (!clock) return;
    [0, 1].forEach((player) => {
      const passed = clock.running === player ? (performance.now() - this.since) / 1000 : 0;
      const left = Math.max(0, clock.left[player] - passed);
      const place = by(`seat-${player}`).querySelector(".seat-clock");
      place.textContent = clockWords(left);
      place.classList.toggle("hurry", clock.running === player && left < HURRY);
    });
  }
}
