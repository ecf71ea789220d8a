"""Run a user's Python player in a process of its own, where it can crash, hang and print.

The file has a function `name(game, state)` that returns a move, as number or text, or a class
`name` with a method `choose(game, state)`; each game gets a new object. Python's `random` is seeded
for each game.
"""

from __future__ import annotations

import functools
import inspect
import json
import random
import sys
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from zermelo.contract.adapted.interned import chosen
from zermelo.contract.game import Game
from zermelo.errors import UsageError, clip
from zermelo.players.external import READY
from zermelo.players.program import orders, voice
from zermelo.spec import parse_game, user_file

Choose = Callable[[Game, Any], Any]


def own_player(file: str, name: str | None) -> tuple[str, Callable[[], Choose]]:
    """Find the player `name` in `file`, or the only one: its name, and a maker of `choose`.

    Raises `UsageError` if the file cannot be run or lacks the player.
    """
    module = user_file(file)
    players = {
        key: value
        for key, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__ and _plays(value)
    }
    if name is None and len(players) == 1:
        name = next(iter(players))
    if name is None and players:
        raise UsageError(f"{clip(file, 200)} has several players: {', '.join(players)}; name one")
    if name not in players:
        has = f"it has {', '.join(players)}" if players else "it should have choose(game, state)"
        raise UsageError(f"{clip(file, 200)} has no player{f' {name}' if name else ''}; {has}")
    return name, functools.partial(_chooser, players[name])


def _chooser(owner: Any) -> Choose:
    """The function that chooses one game's moves: a new object's method, or the function itself."""
    return owner().choose if inspect.isclass(owner) else owner  # type: ignore[attr-defined, no-any-return]


def _plays(value: Any) -> bool:
    if inspect.isclass(value):
        return callable(getattr(value, "choose", None))
    return inspect.isfunction(value) and len(inspect.signature(value).parameters) == 2


class Host:
    """Speaks the protocol in `zermelo.players.external` for one player."""

    def __init__(self, make: Callable[[], Choose]) -> None:
        self._make = make

    def begin(self, setting: dict[str, Any]) -> None:
        """Begin a new game, with a new player."""
        random.seed(setting["seed"])
        self._game = parse_game(setting["game"])
        start = setting["start"]
        self._start = self._game.start() if start is None else self._game.parse_state(start)
        self._state, self._moves = self._start, list[str]()
        self._choose = self._make()

    def answer(self, moves: list[str]) -> str:
        """The player's move after `moves`, as text."""
        if moves[: len(self._moves)] != self._moves:
            self._state, self._moves = self._start, []
        for text in moves[len(self._moves) :]:
            move = self._game.parse_move(self._state, text)
            self._state = self._game.play(self._state, move)
        self._moves = moves
        move = chosen(self._choose, self._game, self._state)
        legal = move in self._game.moves(self._state)
        return str(self._game.format_move(self._state, move) if legal else move)


def serve(host: Host, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer each line; an exception in the player is printed, and gives up the game."""
    for line in lines:
        word, _, rest = line.partition(" ")
        try:
            if word == "new":
                host.begin(json.loads(rest))
                say(READY)
            else:
                say(host.answer(rest.split()))
        except Exception as error:
            traceback.print_exc()
            say(f"! {type(error).__name__}: {clip(str(error), 100)}")


if __name__ == "__main__":
    speak = voice()
    serve(Host(own_player(*sys.argv[1:])[1]), orders(), speak)
