"""Learned evaluations: sums of tables, shared entries and files."""

import json
import pickle
import random
from array import array
from importlib.resources import files
from pathlib import Path

import pytest

import zermelo
from walking import after
from zermelo.contract.states import random_games
from zermelo.errors import CapabilityError, UsageError
from zermelo.learned.evaluation import SCALE, TITLE, Weights, load, shipped_weights, with_weights
from zermelo.learned.layout import layout_of, weight_numbers
from zermelo.search.engine.compiling import kernels_for
from zermelo.search.engine.score import estimate_score
from zermelo.spec import parse_game

GAMES = [  # two boards, three, no windows, sides that differ
    "clobber(width=4, height=4)",
    "tictactoe",
    "isolation(width=4, height=4)",
    "breakthrough(width=5, height=6)",
    "hex(size=4)",
    "othello(size=4)",
]


def learned(game, seed=1):
    """Random weights."""
    layout, chance = layout_of(game), random.Random(seed)
    count = int(weight_numbers(layout).max()) + 1
    numbers = array("h", [chance.randrange(-300, 300) for _ in range(count)])
    return Weights(str(game), layout, numbers, 0)


def sum_of_entries(weights, numbers, state):
    """The sum, computed cell by cell."""
    layout, total = weights.layout, 0
    at = layout.entries if layout.players == 2 and state.player else 0
    for bits in layout.patterns:
        filling = ""
        for bit in bits:
            on = [state[board] >> bit & 1 for board in layout.boards]
            apart = layout.base == len(on) + 1
            digit = sum((place + 1 if apart else 1 << place) * one for place, one in enumerate(on))
            filling = str(digit) + filling
        total += weights.numbers[numbers[at + int(filling, layout.base)]]
        at += layout.base ** len(bits)
    return total


def states_of(game):
    return [state for state, moves, *_ in random_games(game, 3, 400) if moves]


@pytest.mark.parametrize("name", GAMES)
def test_the_value_is_the_sum_of_entries_and_symmetric(name):
    game = parse_game(name)
    weights = learned(game)
    twin, numbers = weights.evaluates(game), weight_numbers(weights.layout)
    assert str(twin) == str(game) and twin != game
    for state in states_of(game):
        total = sum_of_entries(weights, numbers, state) / SCALE
        assert twin.evaluate(state) == total / (1 + abs(total))
        images = {round(twin.evaluate(image), 9) for image in game.symmetries(state)}
        assert images == {round(twin.evaluate(state), 9)}


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES[:4])
def test_compiled_results_are_the_same(name):
    game = parse_game(name)
    twin = learned(game).evaluates(game)
    assert pickle.loads(pickle.dumps(twin)).evaluate(game.start()) == twin.evaluate(game.start())
    for state in states_of(game)[:20]:
        assert estimate_score.native(twin, state) == estimate_score(twin, state)


def test_players_who_differ_share_tables_and_games_without_a_board_are_refused():
    breakthrough = layout_of(parse_game("breakthrough(width=4, height=5)"))
    assert breakthrough.players == 2 and any(image.exchanges for image in breakthrough.images)
    assert any(image.crosses for image in layout_of(parse_game("hex(size=4)")).images)
    assert layout_of(parse_game("othello(size=4)")).players == 1
    domineering = layout_of(parse_game("domineering(width=4, height=4)"))
    assert len(domineering.boards) == 1  # the others are for drawing alone
    for name in ("nim", "kalah", "dobutsu"):
        with pytest.raises(CapabilityError, match="no board to learn from"):
            layout_of(parse_game(name))


def test_what_is_proven_stays_so_and_the_laws_of_games_hold():
    game = parse_game("tictactoe")
    wrong = learned(game).evaluates(game)
    state = after(game, "1,1 0,0 0,2 1,0")
    right, found = (zermelo.analyze(each, state, native=False) for each in (game, wrong))
    assert found.exact and found.value == right.value and found.best_moves == right.best_moves
    assert found.remoteness == right.remoteness
    game = parse_game("clobber(width=4, height=4)")
    report = zermelo.check(learned(game).evaluates(game), games=4, native=False)
    assert report.sound and not report.suspicions


@pytest.fixture
def file(tmp_path):
    game = parse_game("tictactoe")
    path = tmp_path / "tictactoe.weights"
    learned(game).save(path, game)
    return path


def test_a_file_is_read_as_it_was_written_and_refused_when_anything_differs(file):
    game = parse_game("tictactoe")
    assert load(file, game) == learned(game)
    assert with_weights(game, file) is with_weights(game, file)  # and so compiled once
    game, content = parse_game("tictactoe"), file.read_bytes()
    with pytest.raises(UsageError, match="evaluates tictactoe, not mnk"):
        load(file, parse_game("mnk(width=4)"))
    chance = random.Random(2)
    for at in [len(TITLE) - 1, *(chance.randrange(len(content)) for _ in range(60))]:
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with pytest.raises(UsageError, match="is damaged or not a learned evaluation"):
            load(file, game)
    for cut in (0, 3, 40, len(content) - 1):
        file.write_bytes(content[:cut])
        with pytest.raises(UsageError, match="is damaged or not a learned evaluation"):
            load(file, game)


class Taller(type(parse_game("mnk"))):
    """A game with the same name and parameters, and other rules."""

    def moves(self, state):
        yield from reversed(list(super().moves(state)))


def test_a_file_of_other_rules_is_refused(tmp_path):
    game, other = parse_game("mnk(width=3, height=3)"), Taller(width=3, height=3)
    path = tmp_path / "mnk.weights"
    learned(game)._replace(game=str(other)).save(path, game)
    with pytest.raises(UsageError, match="was learned under other rules of taller"):
        load(path, other)


SHIPPED = sorted(Path(str(files("zermelo.learned"))).glob("weights/*.weights"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_is_found_and_read(path):
    """When this fails after a change of the rules: learn again, and let a match judge."""
    about = json.loads(path.read_bytes()[len(TITLE) :].partition(b"\n")[0])
    game = parse_game(about["game"])
    assert shipped_weights(game) == path
    assert -1 < with_weights(game, path).evaluate(game.start()) < 1
    documented = Path(__file__).parents[2] / "docs" / "measurements" / "learning.md"
    assert f"| {game} |" in documented.read_text(encoding="utf-8")


@pytest.mark.compiled
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_is_searched_compiled(path):
    game = parse_game(json.loads(path.read_bytes()[len(TITLE) :].partition(b"\n")[0])["game"])
    assert kernels_for(with_weights(game, path), None).native


def test_what_ships_is_small():
    assert SHIPPED and sum(path.stat().st_size for path in SHIPPED) < 3_000_000
