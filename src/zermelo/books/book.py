"""The positions of a book, one for each set of symmetric ones; and books opened for queries."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.books.file import BY_GAMES, BookFile, Entry, Row, best_of, canonical, name_of
from zermelo.contract.analysis import Analysis, MoveValue, Result, known_analysis, line_texts
from zermelo.contract.arguments import path_given
from zermelo.contract.game import ONGOING, Game, moves_of
from zermelo.errors import UsageError, clip
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.spec import recorded_game

if TYPE_CHECKING:
    from zermelo.solver.checking.verify import Verification

Name = str
Tell = Callable[[str], None]


class Positions:
    """The positions within `plies` of the start; raises `UsageError` for more than `most`."""

    def __init__(self, game: Game, plies: int, most: int, tell: Tell) -> None:
        self.game, self.plies = game, plies
        start = canonical(game, game.start())
        self.ply = {start: 0}
        self.layers: list[list[Any]] = [[start]]  # the states after 0, 1 … plies
        while len(self.layers) <= plies and self.layers[-1]:
            layer = []
            for state in self.layers[-1]:
                for child, _ in self.children(state):
                    if child not in self.ply:
                        self.ply[child] = len(self.layers)
                        layer.append(child)
                if len(self.ply) > most:
                    raise UsageError(
                        f"{game} has more than {most:,} positions within {plies} plies: give "
                        "fewer --plies, more by --most, or sample them with --playouts"
                    )
            self.layers.append(layer)
            tell(f"{len(self.ply):,} positions within {len(self.layers) - 1} plies")

    def children(self, state: Any) -> Iterator[tuple[Any, bool]]:
        """Yield the position after each move, and whether the same player moves there."""
        game = self.game
        if game.outcome(state) == ONGOING:
            player = game.player(state)
            for move in moves_of(game, state):
                child = canonical(game, game.play(state, move))
                yield child, game.player(child) == player

    def leaves(self) -> Iterator[Any]:
        """The positions to search: those of the last ply, and earlier ones with a move to the same
        or an earlier ply, because later positions alone do not give their values.
        """
        for ply, layer in enumerate(self.layers):
            for state in layer:
                back = (self.ply[child] <= ply for child, _ in self.children(state))
                if self.game.outcome(state) == ONGOING and (ply == self.plies or any(back)):
                    yield state

    def backed_up(self, known: Callable[[Any], Entry | None]) -> Iterator[tuple[Name, int, Entry]]:
        """Yield each position's name, ply and entry, given the `known` entries of the leaves."""
        entries: dict[Any, Entry] = {}
        for ply in reversed(range(len(self.layers))):
            for state in self.layers[ply]:
                entry, outcome = known(state), self.game.outcome(state)
                if entry is None and outcome != ONGOING:
                    entry = Entry(float(outcome), True, 0)
                elif entry is None:
                    children = self.children(state)
                    entry = best_of(entries[child].one_ply_before(same) for child, same in children)
                entries[state] = entry
                yield name_of(state), ply, entry


# Positions ----------------------------------------------------------------------------------------

COUNTED: Final = ("ply", "positions", "exact")
SAMPLE: Final = 10  # random games for each move; fewer don't show which is best


class Book(Result, data=False):
    """An opening book of a game.

    path      the file of the book
    game      the game, by default the one that the book names; always pass a game of your own,
              because a book doesn't name Python files
    settings  the game of the book, and how the book was made
    complete  whether it is finished
    unfinished  whether to accept an unfinished book
    trusted   whether to skip comparing the book's rules with the game's

    Raises `UsageError` for a file without a complete book, for damage, and if the rules are
    not those of the book.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = zermelo.book("nim(rows=[1, 2])", f"{place}/nim.book", plies=1, native=False)
    ...     zermelo.Book(f"{place}/nim.book").plies
    1
    """

    def __init__(
        self,
        path: str | Path,
        game: Game | None = None,
        *,
        unfinished: bool = False,
        trusted: bool = False,
    ) -> None:
        self.path = path_given(path)
        self.file = BookFile(self.path)
        self.settings = self.file.settings
        self.progress = self.file.progress
        self.plies = int(self.settings["plies"])  # how many moves from the start the book covers
        self.complete = self.progress.complete
        self.game: Game = recorded_game(self.settings["game"], self.path) if game is None else game
        if not trusted and self.settings["rules"] != truth_fingerprint(self.game):
            of = clip(self.settings["game"], 200)
            raise UsageError(f"{self.path} is for {of}, whose rules are not those of {self.game}")
        if not self.complete and not unfinished:
            raise UsageError(f"{self.path} is not finished; run the same command again to resume")

    def entry(self, state: Any) -> Entry | None:
        """The book's entry for `state`, or for the symmetric state in the book; None if unknown."""
        return self.file.entry(name_of(canonical(self.game, state)))

    def moves(self, state: Any) -> list[tuple[int, Entry]]:
        """The moves of `state`, with entries for the player to move; [] if the state is unknown, or
        its moves too rare. A book of played games may lack moves; other books have all or none.
        """
        game, known = self.game, self.entry(state)
        if known is None or game.outcome(state) != ONGOING:
            return []
        player, entries, by = game.player(state), [], self.settings["made"]["by"]
        played = by == "games"  # people played these games, and they don't try every move
        for move in game.moves(state):
            child = game.play(state, move)
            entry = self.entry(child)
            if entry is None:
                if played:
                    continue
                return []
            entries.append((move, entry.one_ply_before(game.player(child) == player)))
        enough = SAMPLE * (1 if played else len(entries))
        return [] if by in BY_GAMES and known.games < enough else entries

    def analysis(self, state: Any = None) -> Analysis | None:
        """The book's analysis of `state`, by default of the start; None for an unknown position,
        or if a book from games has too few games of its moves.
        """
        game = self.game
        state = game.start() if state is None else state
        moves = self.moves(state)
        if not moves:
            return None
        worth, line, at = best_of(entry for _, entry in moves), list[int](), state
        while len(line) < self.plies and (ahead := self.moves(at)):  # soonest wins, latest losses
            line.append(max(ahead, key=lambda pair: _value_of(pair[1]).sooner)[0])
            at = game.play(at, line[-1])
        values = tuple(_value_of(entry, game.format_move(state, move)) for move, entry in moves)
        return known_analysis(
            game,
            state,
            worth.value,
            values,
            exact=worth.exact,
            depth=worth.depth,
            complete=worth.exact and all(each.exact for each in values),
            line=line_texts(game, state, line, exact=worth.exact),
            remoteness=worth.remoteness,
            nodes=0,
            source="book",
        )

    def as_dict(self) -> dict[str, Any]:
        """The book's settings and contents, as JSON."""
        analysis, counts = self.analysis(), self.file.counts()
        return {
            "game": str(self.game),
            "plies": self.plies,
            "made": self.settings["made"],
            "complete": self.complete,
            "done": self.progress.done,
            "total": self.progress.total,
            "positions": sum(count for _, count, _ in counts),
            "exact": sum(exact for _, _, exact in counts),
            "by_ply": [dict(zip(COUNTED, row, strict=True)) for row in counts],
            "value": None if analysis is None else analysis.value,
            "value_exact": analysis is not None and analysis.exact,
            "best_moves": [] if analysis is None else list(analysis.best_moves),
            "seconds": self.progress.seconds,
        }


def _value_of(entry: Entry, move: str = "") -> MoveValue:
    return MoveValue(move, entry.value, entry.exact, "exact", entry.remoteness)


MOST_FAULTS = 20  # the most faults to report


def verify_book(
    path: str | Path, *, game: Game | None = None, progress: Tell | None = None
) -> Verification:
    """Check a book's digests, and its positions and their values by the game's rules. Values of the
    last ply are not checked. Of a book from games, only the sums are checked. Raises `UsageError`
    for a file without a complete book, and for damage.
    """
    from zermelo.solver.checking.verify import Verification  # web pages do not ship this module

    began = time.perf_counter()
    book = Book(path, game)
    rows = book.file.rows
    sampled = book.settings["made"]["by"] in BY_GAMES
    faults = _adding_up(book) if sampled else _check_line(book, progress or (lambda shown: None))
    shown = [f"position {name}: {fault}" for name, fault in islice(faults, MOST_FAULTS)]
    seconds = time.perf_counter() - began
    return Verification(str(book.game), len(rows), len(rows), len(rows) + 1, tuple(shown), seconds)


def _check_line(book: Book, tell: Tell) -> Iterator[tuple[str, str]]:
    """Yield (position, fault) for missing, superfluous and wrongly derived positions."""
    rows = dict(book.file.rows)
    positions = Positions(book.game, book.plies, max(1, 2 * len(rows)), tell)
    leaves = {state: book.file.entry(name_of(state)) for state in positions.leaves()}
    yield from ((name_of(state), "it is missing") for state in leaves if leaves[state] is None)
    if None in leaves.values():
        return
    for name, ply, entry in positions.backed_up(leaves.get):
        if rows.pop(name, None) != Row(name, ply, *entry):
            yield name, "its entry does not follow from the positions after its moves"
    yield from ((name, "it is not among the first positions") for name in rows)


def _adding_up(book: Book) -> Iterator[tuple[str, str]]:
    """Yield (position, fault): inconsistent results, or a wrong number of games at the start."""
    for name, row in book.file.rows.items():
        value = (row.wins - row.losses) / (row.games + 1)
        if row.wins + row.losses > row.games or value != row.value or row.exact:
            yield name, "its wins, losses, games and value contradict each other"
    start = book.entry(book.game.start())
    if start is None or start.games != book.progress.done:
        yield "at the start", f"it should have {book.progress.done:,} games"
