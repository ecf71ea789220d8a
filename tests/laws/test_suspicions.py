"""Near-laws suspect rules that forget a corner or lose a piece, planted bugs, no sound rules."""

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import zermelo
from facts import FACTS
from pointgames import Pits, Sowing
from subtle import BUGS, plant_bug
from zermelo import DRAW, LOSS, ONGOING, WIN, Game, Picture, check, replaced
from zermelo.errors import ContractError
from zermelo.games.mnk import TicTacToe
from zermelo.laws.nearlaws import no_new_pieces
from zermelo.laws.subject import Played
from zermelo.laws.suspicions import coverage, play_games, suspicions
from zermelo.laws.twins import board_images


class Leaky(Sowing):
    """Rules in which a pit of four seeds loses one when it is sown."""

    def play(self, state: Pits, move: int) -> Pits:
        left = state.pits[move]
        pits = replaced(state.pits, move, left - (left == 4))
        return super().play(state._replace(pits=pits), move)


def test_a_sum_that_is_not_always_kept_is_suspected():
    assert "sums" not in suspected(Sowing())
    (result, *_) = suspicions(Leaky(), play_games(Leaky(), random.Random(0)))
    assert result.law == "sums" and result.moves
    assert "12 before the last move, 11 after it" in result.message


def test_boards_have_the_symmetries_of_their_points():
    square = Picture.grid(3, 3, {}, {}).points
    assert len(board_images(square)) == 8
    assert len(board_images(Picture.grid(3, 2, {}, {}).points)) == 4
    rhombus = [(2 * x + y, 2 * y) for y in range(3) for x in range(3)]
    assert set(board_images(rhombus)) == {
        "as it is",
        "turned by 180°",
        "mirrored along the long diagonal",
        "mirrored along the short diagonal",
    }
    for images in board_images(rhombus).values():
        assert sorted(images) == list(range(9))


class ForFirst(TicTacToe):
    """The outcome is told for player 1, whoever moves."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome if outcome in (ONGOING, DRAW) or state.player == 0 else -outcome


def test_an_outcome_told_for_one_player_is_suspected():
    played = play_games(ForFirst(), random.Random(0))
    (result, *_) = suspicions(ForFirst(), played)
    assert (result.law, "player 1 wins none of" in result.message) == ("sides", True)
    counts = coverage(ForFirst(), played).counts
    assert counts["won by player 1"] == 0 < counts["won by player 2"]


class Columns(NamedTuple):
    cells: tuple[int, ...]  # 0 empty, 1 and 2 for the players, row by row from above
    player: int


class Dropping(Game[Columns]):
    """Discs fall into five columns; three in a row win. `bug` names what goes wrong at times."""

    bug: str = ""

    def start(self) -> Columns:
        return Columns((0,) * 25, 0)

    def moves(self, state: Columns) -> Iterator[int]:
        if self.outcome(state) != ONGOING:
            return
        for column in range(5):
            cells = [5 * row + column for row in range(5) if not state.cells[5 * row + column]]
            if cells:
                hangs = self.bug == "hangs" and column == 4 and len(cells) == 3
                yield cells[0] if hangs else cells[-1]
        if self.bug == "occupies" and state.cells[24] and not state.cells[19]:
            yield 24

    def play(self, state: Columns, move: int) -> Columns:
        swapped = self.bug == "swaps colours" and move == 2
        piece = 2 - state.player if swapped else 1 + state.player
        return Columns(replaced(state.cells, move, piece), 1 - state.player)

    def line(self, state: Columns) -> tuple[int, ...]:
        """Three cells in a row that belong to one player, if any."""
        for first in (cell for cell in range(25) if cell % 5 < 3):
            line = state.cells[first : first + 3]
            if line[0] and line[0] == line[1] == line[2]:
                return (first, first + 1, first + 2)
        return ()

    def outcome(self, state: Columns) -> int:
        if line := self.line(state):
            return WIN if self.bug == "wins for the loser" and line[0] == 22 else LOSS
        if self.bug == "loses without a line" and state.cells[20:24] == (1, 2, 1, 2):
            return LOSS
        return DRAW if all(state.cells) else ONGOING

    def picture(self, state: Columns) -> Picture:
        pieces = {cell: " XO"[piece] for cell, piece in enumerate(state.cells) if piece}
        lines = [line] if (line := self.line(state)) else []
        clicks = {move: (move,) for move in self.moves(state)}
        return Picture.grid(5, 5, pieces, clicks, complete=lines)


class Circle(NamedTuple):
    points: tuple[int, ...]
    player: int


class Ring(Game[Circle]):
    """Each player has two men on a ring of ten points; a player without a step loses."""

    bug: str = ""

    def start(self) -> Circle:
        return Circle((1, 2, 0, 0, 0, 1, 2, 0, 0, 0), 0)

    def moves(self, state: Circle) -> Iterator[int]:
        for origin in range(10):
            for target in sorted({(origin + 1) % 10, (origin - 1) % 10}):
                ends = {origin, target}
                if self.bug == "misses a step" and ends == {9, 0}:
                    continue
                if self.bug == "jumps" and ends == {9, 0} and not state.points[3]:
                    target = 3
                if state.points[origin] == state.player + 1 and not state.points[target]:
                    yield 10 * origin + target

    def play(self, state: Circle, move: int) -> Circle:
        origin, target = divmod(move, 10)
        man = state.points[origin]
        points = replaced(replaced(state.points, origin, 0), target, man)
        if self.bug == "doubles" and move == 34 and not points[7]:
            points = replaced(points, 7, man)
        return Circle(points, 1 - state.player)

    def picture(self, state: Circle) -> Picture:
        places = [(x, 0) for x in range(5)] + [(x, 1) for x in range(4, -1, -1)]
        pieces = {point: " XO"[man] for point, man in enumerate(state.points) if man}
        lines = [(point, (point + 1) % 10) for point in range(10)]
        clicks = {move: divmod(move, 10) for move in self.moves(state)}
        return Picture(places, pieces, clicks, lines=lines, cells=False)


def suspected(game: Game) -> set[str]:
    return {result.law for result in suspicions(game, play_games(game, random.Random(0)))}


@pytest.mark.long
@pytest.mark.parametrize("game", [Dropping(), Ring()], ids=str)
def test_sound_games_are_not_suspected(game):
    assert suspected(game) == set()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Dropping(bug="hangs"), "hanging pieces"),
        (Dropping(bug="occupies"), "occupied points"),
        (Dropping(bug="swaps colours"), "colours"),
        (Dropping(bug="wins for the loser"), "winners"),
        (Dropping(bug="loses without a line"), "lines"),
        (Ring(bug="misses a step"), "missing steps"),
        (Ring(bug="jumps"), "steps"),
        (Ring(bug="doubles"), "too many pieces"),
    ],
    ids=lambda value: getattr(value, "bug", ""),
)
def test_what_authors_get_wrong_is_suspected(game, law):
    assert law in suspected(game)


class Misere(Dropping):
    """A game in which the loser of the other one wins."""

    meant = ("winners",)


def test_what_is_meant_is_not_suspected_and_has_to_be_a_suspicion(monkeypatch):
    assert "winners" not in suspected(Misere(bug="wins for the loser"))
    monkeypatch.setattr(Misere, "meant", ("loser",))
    with pytest.raises(ContractError, match=r"meant: unknown suspicion loser; .* winners"):
        suspected(Misere())
    monkeypatch.setattr(Misere, "meant", ("winners"))  # the comma is forgotten
    with pytest.raises(ContractError, match=r"meant should be a tuple, like \('winners',\)$"):
        suspected(Misere())


@pytest.mark.parametrize(
    ("after", "holds"),
    [
        ({0: "N", 1: "N"}, True),  # the pawn is promoted
        ({0: "N", 2: "N"}, True),  # or taken, and changes sides
        ({0: "N", 1: "P", 2: "N"}, False),
    ],
)
def test_a_piece_that_becomes_another_is_none_too_many(after, holds):
    pictures = tuple(Picture.grid(3, 1, pieces, {}) for pieces in ({0: "N", 1: "P"}, after))
    seen = no_new_pieces(Ring(), [Played((1,), (Ring().start(),) * 2, pictures)])
    assert all(observation.holds for observation in seen) == holds


def test_what_random_games_showed_is_counted():
    game = Dropping(bug="hangs")
    seen = coverage(game, play_games(game, random.Random(0)))
    assert seen.counts["captures"] == seen.counts["passes"] == 0
    assert seen.counts["games that ended"] == 40 < seen.positions
    assert seen.unseen == () and "promotions" not in seen.counts


def test_lines_of_the_rules_that_never_run_are_named(tmp_path):
    file = tmp_path / "halma.py"
    file.write_text(RULES)
    game = zermelo.game(str(file))
    seen = coverage(game, play_games(game, random.Random(0)))
    (line,) = (n for n, text in enumerate(RULES.splitlines(), 1) if "never" in text)
    assert seen.lines == (f"halma.py:{line}",)
    assert seen.unseen == ("light king",)


RULES = """
from toys import OneOrTwo
from zermelo import Picture

class Takes(OneOrTwo):
    def moves(self, state):
        if state.left > self.sticks:
            yield 9  # never
        yield from super().moves(state)
    def picture(self, state):
        pieces = {point: "o" for point in range(state.left)}
        clicks = {move: (move - 1,) for move in self.moves(state)}
        shapes = {"o": "dark man", "K": "light king"}
        return Picture.grid(13, 1, pieces, clicks, shapes=shapes)
"""


def laws_broken(game: zermelo.Game, monkeypatch, **games) -> list[str]:
    """The laws that a game breaks, and the near-laws, from fewer states near the start."""
    monkeypatch.setattr(sys.modules["zermelo.laws.check"], "NEAREST", 12)
    findings = check(game, **games, native=False)
    return [each.law for each in (*findings.faults, *findings.suspicions)]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")  # of rules with planted bugs
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_subtle_bug_is_seen(bug, monkeypatch):
    assert sorted({*laws_broken(plant_bug(bug), monkeypatch, games=5)}) == sorted(bug.found)


@pytest.mark.long
@pytest.mark.parametrize("spec", [facts.checked for facts in FACTS.values() if facts.checked])
def test_a_sound_game_has_neither_fault_nor_suspicion(spec, monkeypatch):
    monkeypatch.setattr("zermelo.laws.suspicions.GAMES", 15)
    assert laws_broken(zermelo.game(spec), monkeypatch, games=1) == []
