"""Random games with the rules of OpenSpiel's games beside ours: the same moves, the same results.

    make bench-rules [BENCH="othello --games 100"]

What is compared is turns: a sequence of jumps is one move here, and several actions there. In each
position every turn that OpenSpiel allows is written as a text of ours, and both sets of texts have
to be equal; one of them is played, at random, and the results are compared at the end.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pyspiel

import zermelo
from zermelo import ONGOING
from zermelo.naming import winner


class Pair(NamedTuple):
    """A game of OpenSpiel's, ours, and how one of its turns is written as a text of ours.

    turns     the texts of all turns in an OpenSpiel state, each with the state it leads to
    apart     what is different in the rules, in words
    """

    theirs: str
    ours: str
    turns: Callable[[Any], Iterator[tuple[str, Any]]]
    apart: str = ""


def one_action(text: Callable[[str], str]) -> Callable[[Any], Iterator[tuple[str, Any]]]:
    """Turns of one action each, whose text follows from theirs."""

    def turns(state: Any) -> Iterator[tuple[str, Any]]:
        for action in state.legal_actions():
            yield text(state.action_to_string(state.current_player(), action)), state.child(action)

    return turns


def breakthrough_text(action: str) -> str:
    """Theirs, "a7b6" or "a7b6*": Black moves first there, from above; ours begins from below."""
    start, target, takes = action[:2], action[2:4], action.endswith("*")
    flipped = [f"{column}{9 - int(row)}" for column, row in (start, target)]
    return ("x" if takes else "-").join(flipped)


def mancala_text(action: str) -> str:
    """Theirs counts all pits on, stores included."""
    return str((int(action) - 1) % 7 + 1)


def box_text(action: str) -> str:
    """Theirs, "P1(h,0,1)": flat or upright, row, column."""
    kind, row, column = re.findall(r"[hv]|\d+", action.partition("(")[2])
    return f"{'-' if kind == 'h' else '|'}{column},{row}"


def amazons_turns(state: Any) -> Iterator[tuple[str, Any]]:
    """Three actions a turn, cells counted row by row from the upper left."""
    size = 6

    def name(cell: int) -> str:
        return f"{'abcdef'[cell % size]}{size - cell // size}"

    for start in state.legal_actions():
        chosen = state.child(start)
        for target in chosen.legal_actions():
            moved = chosen.child(target)
            for arrow in moved.legal_actions():
                yield f"{name(start)}-{name(target)}/{name(arrow)}", moved.child(arrow)


def checkers_turns(state: Any) -> Iterator[tuple[str, Any]]:
    """A turn goes on while the same player jumps; the first player's men stand below there."""

    def square(name: str) -> int:
        column, row = "abcdefgh".index(name[0]), int(name[1])
        return (row - 1) * 4 + (7 - column) // 2 + 1  # half a turn of the board

    def jumps(state: Any, path: list[int]) -> Iterator[tuple[list[int], Any]]:
        player = state.current_player()
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            start, target = square(text[:2]), square(text[2:4])
            if path and path[-1] != start:
                continue
            after, long = state.child(action), abs(int(text[1]) - int(text[3])) == 2
            way = [*(path or [start]), target]
            if long and after.current_player() == player:
                yield from jumps(after, way)
            else:
                yield way, after

    for way, after in jumps(state, []):
        long = abs((way[0] - 1) // 4 - (way[1] - 1) // 4) == 2
        yield ("x" if long else "-").join(map(str, way)), after


def ultimate_turns(state: Any) -> Iterator[tuple[str, Any]]:
    """A free choice of the board is an action of its own there."""
    for action in state.legal_actions():
        text, after = state.action_to_string(state.current_player(), action), state.child(action)
        if text.startswith("Choose"):
            yield from ultimate_turns(after)
        else:
            board, row, column = map(int, re.findall(r"\d", text))
            yield f"{board // 3 * 3 + row},{board % 3 * 3 + column}", after


def clobber_text(action: str) -> str:
    return f"{action[:2]}-{action[2:4]}"


PAIRS = [
    Pair("othello", "othello", one_action(lambda text: text)),
    Pair("breakthrough", "breakthrough", one_action(breakthrough_text)),
    Pair("hex", "hex", one_action(lambda text: text.partition(" ")[0])),
    Pair("checkers", "checkers", checkers_turns, "drawn there after 40 moves without progress"),
    Pair("dots_and_boxes(num_rows=3,num_cols=3)", "dotsandboxes", one_action(box_text)),
    Pair("mancala", "kalah", one_action(mancala_text)),
    Pair("amazons(board_size=6)", "amazons(size=6)", amazons_turns),
    Pair("clobber(rows=6,columns=5)", "clobber", one_action(clobber_text)),
    Pair("ultimate_tic_tac_toe", "ultimate", ultimate_turns),
    Pair("gomoku", "gomoku", one_action(lambda text: text)),
]


def play(pair: Pair, chance: random.Random) -> tuple[int, str | None]:
    """One random game: its turns, and what differs, in words, or None."""
    game, theirs = zermelo.game(pair.ours), pyspiel.load_game(pair.theirs).new_initial_state()
    state, history = game.start(), []
    while not theirs.is_terminal():
        turns = dict(pair.turns(theirs))
        ours = {game.format_move(state, move): move for move in game.moves(state)}
        if turns.keys() != ours.keys():
            only = sorted(turns.keys() - ours.keys()), sorted(ours.keys() - turns.keys())
            fault = f"only there {only[0]}, only here {only[1]}"
            return len(history), f"after {' '.join(history)}: {fault}"
        text = chance.choice(sorted(turns))
        history.append(text)
        state, theirs = game.play(state, ours[text]), turns[text]
    if game.outcome(state) == ONGOING:
        fault = f"after {' '.join(history)}: over there, not here"
        return len(history), None if pair.apart else fault
    won = winner(game, state)
    expected = 0.0 if won is None else 1.0 if won == 0 else -1.0
    if theirs.returns()[0] != expected:
        return len(history), f"after {' '.join(history)}: {theirs.returns()} there, {expected} here"
    return len(history), None


def main() -> int:
    """Compare the games asked for, all by default; 1 when some rule differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="games of ours; by default all")
    parser.add_argument("--games", type=int, default=2000, help="random games each")
    parser.add_argument("--seed", type=int, default=0, help="chooses them")
    asked = parser.parse_args()
    status = 0
    for pair in PAIRS:
        if asked.game and pair.ours.partition("(")[0] not in asked.game:
            continue
        began, chance = time.perf_counter(), random.Random(f"{pair.ours} {asked.seed}")
        played = [play(pair, chance) for _ in range(asked.games)]
        fault = next((fault for _, fault in played if fault), None)
        status |= fault is not None
        turns, apart = sum(turns for turns, _ in played), f"; {pair.apart}" if pair.apart else ""
        said = fault or f"{asked.games} games alike, {turns:,} turns{apart}"
        print(f"{pair.ours:16} {said}  ({time.perf_counter() - began:.0f} s)", flush=True)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
