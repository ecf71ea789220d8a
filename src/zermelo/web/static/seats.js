// @ts-check
/* The players above and below the board: their names, the turn, and pieces in hand. */

import { by } from "./dom.js";
import { make } from "./elements.js";
import { habitOf, offerPlayers } from "./newgame.js";
import { phone } from "./shapes.js";

const SEATS = [0, 1].map((player) => by(`seat-${player}`));
export const HANDS = [0, 1].map((player) => by(`hand-${player}`)); // for pieces in hand

export class Seats {
  /** `change(player, name)` changes a player, and returns whether that succeeded. */
  constructor(change) {
    this.change = change;
    this.key = null; // the key of the session whose seats are shown
  }

  /** Show the players of a session, and offer `choices`. The elements stay, so that an open select stays open.
      @param {RoomView} state */
  show(state, choices) {
    const offered = { ...choices, levels: phone().matches ? [] : choices.levels }; // no room for the levels' words
    SEATS.forEach((seat, player) => {
      if (this.key !== state.key) this.#begin(seat, player, state, offered);
      const select = seat.querySelector("select");
      if (!select) return;
      if (select.value !== state.players[player]) offerPlayers(select, state.players[player], offered);
      select.title = habitOf(select.value, choices.levels);
      seat.querySelector(".seat-name").replaceChildren(...parted(state.names[player])); // an imported game has its own names
    });
    this.key = state.key;
  }

  /** Mark the player to move in the displayed position, or the winner.
      @param {Shown} shown */
  tellTurn({ over, winner, board: { player: mover } }) {
    SEATS.forEach((seat, player) => {
      const won = over && winner === player, turn = !over && mover === player;
      seat.classList.toggle("turn", turn);
      seat.querySelector(".seat-turn").textContent = won ? "won" : turn ? "to move" : "";
    });
  }

  /** Swap the seats above and below the board. */
  turn(flipped) {
    const [upper, lower] = ["upper", "lower"].map((name) => document.querySelector(`.${name}`));
    document.querySelector(".stage").classList.toggle("flipped", Boolean(flipped));
    upper.prepend(SEATS[flipped ? 0 : 1]);
    lower.prepend(SEATS[flipped ? 1 : 0]);
  }

  #begin(seat, player, state, offered) {
    const name = make("span", "seat-name", ...parted(state.names[player])), turn = make("span", "seat-turn");
    if (state.pair) {
      const clock = make("span", { className: "seat-clock", role: "timer" });
      return seat.replaceChildren(name, make("span", "seat-who"), turn, clock, HANDS[player]);
    }
    const label = `Who is ${state.names[player]}`, was = state.players[player];
    const select = make("select", { className: "seat-player", "aria-label": label });
    offerPlayers(select, was, offered);
    select.onchange = async () => (await this.change(player, select.value)) || (select.value = was);
    seat.replaceChildren(name, select, turn, HANDS[player]);
  }
}

/** A name and, as its own element, the side in brackets, which a narrow row omits: the row's edge shows the colour.
    @param {string} name */
const parted = (name) => name.split(/(?= \([^()]*\)$)/).map((part) => (part.startsWith(" (") ? make("span", "seat-side", part) : part));

/** The person who may resign; of two people, the one to move.
    @param {RoomView} state */
export const resigning = ({ players, player }) => (players[player] !== "human" && players[1 - player] === "human" ? 1 - player : player);
