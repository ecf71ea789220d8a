"""The positions of a book: ply after ply, one of each set of symmetric ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.books.file import Entry, best_of, canonical, name_of
from zermelo.contract.game import ONGOING, Game, moves_of
from zermelo.errors import UsageError

Name = str
Tell = Callable[[str], None]


class Positions:
    """All positions within so many plies, those met again at a later ply not counted twice.

    layers  the states after 0, 1 … plies

    Raises `UsageError` as soon as there are more than `most`.
    """

    def __init__(self, game: Game, plies: int, most: int, tell: Tell) -> None:
        self.game, self.plies = game, plies
        start = canonical(game, game.start())
        self.ply = {start: 0}
        self.layers: list[list[Any]] = [[start]]
        while len(self.layers) <= plies and self.layers[-1]:
            layer = []
            for state in self.layers[-1]:
                for child, _ in self.children(state):
                    if child not in self.ply:
                        self.ply[child] = len(self.layers)
                        layer.append(child)
                self._require_few(len(self.ply), most)
            self.layers.append(layer)
            tell(f"{len(self.ply):,} positions within {len(self.layers) - 1} plies")

    def _require_few(self, count: int, most: int) -> None:
        if count > most:
            raise UsageError(
                f"{self.game} has more than {most:,} positions within {self.plies} plies: give "
                "fewer --plies, more by --most, or sample them with --playouts"
            )

    def children(self, state: Any) -> Iterator[tuple[Any, bool]]:
        """Where each move leads, and whether the same player moves there."""
        game = self.game
        if game.outcome(state) == ONGOING:
            player = game.player(state)
            for move in moves_of(game, state):
                child = canonical(game, game.play(state, move))
                yield child, game.player(child) == player

    def leaves(self) -> Iterator[Any]:
        """The positions that have to be searched: those of the last ply, and those before them
        from which a move leads back, or to one of the same ply, so that nothing follows from them.
        """
        for ply, layer in enumerate(self.layers):
            for state in layer:
                back = (self.ply[child] <= ply for child, _ in self.children(state))
                if self.game.outcome(state) == ONGOING and (ply == self.plies or any(back)):
                    yield state

    def backed_up(self, known: Callable[[Any], Entry | None]) -> Iterator[tuple[Name, int, Entry]]:
        """Every position with its ply and its worth, from what is `known` of the leaves."""
        entries: dict[Any, Entry] = {}
        for ply in reversed(range(len(self.layers))):
            for state in self.layers[ply]:
                entry = known(state) or self._follows(state, entries)
                entries[state] = entry
                yield name_of(state), ply, entry

    def _follows(self, state: Any, entries: dict[Any, Entry]) -> Entry:
        """The entry of a position, from its end or from the positions its moves lead to."""
        outcome = self.game.outcome(state)
        if outcome != ONGOING:
            return Entry(float(outcome), True, 0)
        children = self.children(state)
        return best_of(entries[child].one_ply_before(same) for child, same in children)
