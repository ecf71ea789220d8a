"""A position's moves with their played games and known values; its value in a sum of games.

Games come from files that `matches.gamefiles` reads. A position reached by different orders of
moves counts as one.
"""

import warnings
from collections.abc import Sequence
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any, Final, TypedDict

from zermelo.board.view import Worth, worth
from zermelo.contract.game import ONGOING
from zermelo.errors import CapabilityError, ParameterError, UsageError, clip
from zermelo.matches.gamefiles import Played, Unread, read_games
from zermelo.naming import player_name
from zermelo.play.session import Session
from zermelo.reports.charts import thermograph_figure
from zermelo.values.positions import value
from zermelo.web.catalogue import Catalogue
from zermelo.web.opponents import Opponents

DEEPEST: Final = 60  # plies of each game to count
SHOWN: Final = 5  # skipped games of a file to warn about
POSITIONS: Final = 3_000  # most positions to examine for a value, which takes a fifth of a second
LONGEST: Final = 200  # characters of a value's name to show; some names have thousands


class Explored(TypedDict):
    """A move: its proven value, and the numbers of games that player 1 won, drew and lost."""

    move: str
    games: tuple[int, int, int]
    worth: Worth | None


class Explorer:
    """Counts the games in files, and adds known values; `UsageError` for a file without games."""

    def __init__(
        self, paths: Sequence[str | Path], catalogue: Catalogue, opponents: Opponents
    ) -> None:
        self._opponents = opponents
        self.games: list[str] = []  # specs of games with records
        self._played: dict[str, dict[Any, list[int]]] = {}
        for path in map(Path, paths):
            unread, counted = list[Unread](), 0
            for each in read_games(path, game_of=catalogue.game):
                if isinstance(each, Unread):
                    unread.append(each)
                elif each.result is not None:
                    counted += 1
                    self._count(catalogue.spec(each.game), each)
            if not counted:
                why = str(unread[0]) if unread else f"{path} has no games with results"
                raise UsageError(why)
            for skipped in unread[:SHOWN]:
                warnings.warn(f"skipped: {skipped}", stacklevel=2)

    def _count(self, spec: str, game: Played) -> None:
        if spec not in self.games:
            self.games.append(spec)
        played = self._played.setdefault(str(game.game), {})
        for each in dict.fromkeys(islice(zip(game.states(), game.moves, strict=False), DEEPEST)):
            played.setdefault(each, [0, 0, 0])[1 - (game.result or 0)] += 1

    def explore(self, session: Session, node: int, *, values: bool) -> list[Explored]:
        """The moves at a position that occur in games or, if `values`, have a proven value. The
        moves played most often come first; of equally frequent moves, the best.
        """
        game, state = session.game, session.tree[node].state
        played = self._played.get(str(game), {})
        if game.outcome(state) != ONGOING:
            return []
        known = self._opponents.known_analysis(game, state) if values else None
        rows: list[Explored] = []
        for move in game.moves(state):
            text = game.format_move(state, move)
            won, drawn, lost = played.get((state, move), (0, 0, 0))
            value = known.of(text) if known else None
            proven = worth(game, value) if value is not None and value.exact else None
            if won or drawn or lost or proven:
                rows.append({"move": text, "games": (won, drawn, lost), "worth": proven})
        ranks = {each["move"]: each["worth"]["rank"] if each["worth"] else -inf for each in rows}
        return sorted(rows, key=lambda row: (sum(row["games"]), ranks[row["move"]]), reverse=True)


class Summand(TypedDict):
    """A position as a part of a sum, see `GameValue`; fractions are texts."""

    value: str
    outcome: str  # the winner, in words, if the position is played alone
    parts: list[str]  # the values of its independent parts, if there are several
    mean: str
    temperature: str
    drawn: str  # the thermograph


def summand(session: Session, node: int) -> Summand | None:
    """The combinatorial value of a position; None if it has none, or takes too long to find."""
    game = session.game
    if game.by_score:
        return None
    try:
        valued = value(game, session.tree[node].state, positions=POSITIONS)
    except (CapabilityError, ParameterError):
        return None
    walls, (left, right) = valued.thermograph, (player_name(game, player) for player in (0, 1))
    winners = {
        "L": f"{left} wins, first or second",
        "R": f"{right} wins, first or second",
        "N": "the first to move wins",
        "P": "the first to move loses",
    }
    several = len(valued.parts) > 1
    return {
        "value": clip(valued.value, LONGEST),
        "outcome": winners[valued.outcome],
        "parts": [clip(name, LONGEST) for _, name in valued.parts] if several else [],
        "mean": str(walls.mean),
        "temperature": str(walls.temperature),
        "drawn": thermograph_figure(valued),
    }
