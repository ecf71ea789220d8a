"""Values of positions against the literature, a plain search, and the parts."""

import os
import random
from fractions import Fraction
from functools import reduce
from operator import xor

import pytest

import oracles
import zermelo
from facts import every
from oracles.search import outcome as oracle_outcome
from oracles.search import random_tree
from walking import random_game
from zermelo import DRAW, LOSS, ONGOING, Game
from zermelo.errors import CapabilityError, ParameterError
from zermelo.spec import parse_game
from zermelo.values.canonical import ZERO, name, nimber, number, thermograph, value_of


@pytest.mark.parametrize(("spec", "said"), every("value").items())
def test_positions_have_the_values_of_the_literature(spec, said):
    assert zermelo.value(spec).value == said


@pytest.mark.parametrize("rows", [(3, 4), (1, 3, 5, 7), (5, 5), (99, 3)])
def test_nim_adds_by_xor(rows):
    value = zermelo.value(f"nim(rows={list(rows)})")
    assert value.impartial
    assert value.form is nimber(reduce(xor, rows))
    assert value.nimbers == tuple(range(max(rows) + 1))


# Guy and Smith 1956; the last exceptions are at 70 and at 52.
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7)
DAWSONS = (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1)


@pytest.mark.parametrize(
    ("code", "first", "length", "begin"), [("0.77", KAYLES, 12, 71), ("0.07", DAWSONS, 34, 53)]
)
def test_octal_games_have_the_periods_of_guy_and_smith(code, first, length, begin):
    value = zermelo.value(f'kayles(n=150, code="{code}")')
    assert value.nimbers[:24] == first
    assert value.period == (length, begin)


@pytest.mark.parametrize(("toads", "frogs"), [(3, 2), (4, 2), (5, 2), (5, 3)])
def test_toads_and_frogs_with_a_gap_of_two(toads, frogs):
    """{{a − 3 | a − b} | {* | 3 − b}}: conjectured by Erickson (1996), since proven."""
    value = zermelo.value(f"toadsandfrogs(toads={toads}, gap=2, frogs={frogs})")
    left = value_of([number(toads - 3)], [number(toads - frogs)])
    right = value_of([nimber(1)], [number(3 - frogs)])
    assert value.form is value_of([left], [right])


@pytest.mark.parametrize("stalk", ["B", "R", "BBR", "BRR", "RBBR", "BBBRBRRB", "RRRBRBBR"])
def test_stalks_of_hackenbush_are_read_as_numbers_off_their_colours(stalk):
    """The lowest run of one colour counts 1 a line, each line above half as much as the last one
    (Elwyn Berlekamp, 1974).
    """
    run = len(stalk) - len(stalk.lstrip(stalk[0]))
    worth = [Fraction(1, 2 ** max(0, height - run + 1)) for height in range(len(stalk))]
    signs = [1 if colour == "B" else -1 for colour in stalk]
    total = sum(sign * each for sign, each in zip(signs, worth, strict=True))
    assert zermelo.value(f"hackenbush(drawing='0{stalk}')").value == str(total)


def test_territories_of_amazons_add_up():
    """Near the end, when positions are few enough to look at as a whole."""
    game, chance, several = parse_game("amazons(size=5)"), random.Random(6), 0
    worth = oracles.worth_of(game)
    for _ in range(10):
        for state in random_game(game, chance):
            if game.remaining(state) <= 5:
                split = zermelo.value(game, state)
                several += len(split.parts) > 1
                assert split.form is zermelo.value(game, state, by="whole").form
                assert split.outcome == who_wins(game, worth, state)
    assert several > 10


def who_wins(game, worth, state) -> str:
    """By a plain search: L, R, N or P."""
    here = state if game.player(state) == 0 else game.other_to_move(state)
    wins = worth(here) == 1, worth(game.other_to_move(here)) == 1
    return {(True, False): "L", (False, True): "R", (True, True): "N"}.get(wins, "P")


class Standing(Game):
    """A game on a line of three places that is drawn, or comes back, or is lost at will."""

    ending: str = "drawn"

    def start(self):
        return zermelo.games.nim.Rows((0,), 0)

    def moves(self, state):
        if self.ending == "round" or state.rows[0] < 2:
            yield 0

    def play(self, state, move):
        return state._replace(rows=((state.rows[0] + 1) % 3,), player=1 - state.player)

    def outcome(self, state):
        over = self.ending == "drawn" and state.rows[0] == 2
        return DRAW if over else ONGOING if list(self.moves(state)) else LOSS

    def other_to_move(self, state):
        return state._replace(player=1 - state.player)


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        ("tictactoe", {}, "another ending is"),
        ("nim(rows=[2], misere=True)", {}, "another ending is 0 B"),
        ("kalah", {}, "a player moves twice in"),
        (Standing(ending="drawn"), {}, "another ending is"),
        (Standing(ending="round"), {}, "play returns to"),
        ("dodgem", {}, r"define other_to_move\(self, state\)|another ending"),
        ("domineering", {"positions": 10}, "more than 10 positions"),
        ("nim", {"by": "halves"}, "by should be parts or whole"),
    ],
)
def test_games_of_another_kind_and_numbers_beyond_a_limit_are_refused(game, given, said):
    with pytest.raises((CapabilityError, ParameterError), match=said):
        zermelo.value(game, **given)


def test_the_command_says_it_and_draws_it(run, run_json, tmp_path):
    answer = run_json("value", "domineering(width=3, height=2)")
    assert (answer["value"], answer["mean"], answer["temperature"]) == ("{2|-1/2}", "3/4", "5/4")
    plot = tmp_path / "walls.svg"
    assert "the player who begins wins" in run("value", "nim(rows=[1, 2])", "--plot", str(plot))[1]
    assert plot.read_text(encoding="utf-8").count("<path") > 3


@pytest.mark.parametrize("width", [2, 4, 6, 8, 10])
def test_the_first_player_wins_a_row_of_clobber_unless_it_has_six_stones(width):
    """Albert, Grossman, Nowakowski and Wolfe 2005, for alternating stones of even number."""
    outcome = zermelo.value(f"clobber(width={width}, height=1)").outcome
    assert outcome == ("P" if width == 6 else "N")


def test_a_game_has_the_value_in_a_sum_that_it_has_alone():
    """Isolation was refused alone, and answered in a sum, with a wrong idea of the other player."""
    alone = zermelo.value("isolation(width=2, height=2)")
    both = zermelo.value("isolation(width=2, height=2) + nim(rows=[1])")
    assert (alone.value, both.value) == ("0", "*")


SUMS = int(os.environ.get("SUMS", "300"))
STAR = nimber(1)
UP = value_of([ZERO], [STAR])
HALF = number(Fraction(1, 2))
SWITCH = value_of([number(2)], [number(-1)])
TINY = value_of([ZERO], [value_of([ZERO], [number(-2)])])
NAMED = {
    "0": ZERO,
    "-3/4": number(Fraction(-3, 4)),
    "*": STAR,
    "*3": nimber(3),
    "↑": UP,
    "⇑*": UP + UP + STAR,
    "1 + 3·↓": number(1) - UP - UP - UP,
    "1/2↓": HALF - UP,
    "{2|-1}": SWITCH,
    "±1": value_of([number(1)], [number(-1)]),
    "±(1,{3|0})": value_of(
        [number(1), value_of([number(3)], [ZERO])], [number(-1), value_of([ZERO], [number(-3)])]
    ),
    "tiny(2)": TINY,
    "1 + miny(2)": number(1) - TINY,
}


def form(tree):
    """The canonical form of a tree."""
    left, right = tree
    return value_of(map(form, left), map(form, right))


def test_random_sums_are_won_as_their_values_say():
    chance = random.Random(1)
    for _ in range(SUMS):
        trees = tuple(random_tree(chance, 3) for _ in range(chance.randint(1, 3)))
        total = ZERO
        for tree in trees:
            total = total + form(tree)
        assert total.outcome == oracle_outcome(trees), trees


def test_equal_values_are_the_same_object():
    chance = random.Random(2)
    for _ in range(100):
        one, other = (form(random_tree(chance, 3)) for _ in range(2))
        assert one - one is ZERO
        assert one + other is other + one
        assert (one is other) == (one >= other and other >= one)


@pytest.mark.parametrize("value", [UP, SWITCH, TINY, UP + STAR])
@pytest.mark.parametrize("size", [number(3), HALF, number(Fraction(-3, 4))])
def test_a_number_adds_to_the_options_of_the_rest(value, size):
    """What the number translation theorem leaves out changes nothing."""
    left = {end + size for end in value.left} | {value + end for end in size.left}
    right = {end + size for end in value.right} | {value + end for end in size.right}
    assert value_of(left, right) is value + size


@pytest.mark.parametrize("said", NAMED)
def test_values_have_the_names_of_the_literature(said):
    assert name(NAMED[said]) == said


@pytest.mark.parametrize(
    ("value", "outcome", "mean", "temperature"),
    [
        (number(5), "L", 5, -1),
        (number(Fraction(-3, 4)), "R", Fraction(-3, 4), Fraction(-1, 4)),
        (STAR, "N", 0, 0),
        (UP, "L", 0, 0),
        (UP + STAR, "N", 0, 0),
        (SWITCH, "N", Fraction(1, 2), Fraction(3, 2)),
        (value_of([number(3)], [SWITCH]), "L", 2, 1),
        (value_of([number(10)], [value_of([ZERO], [number(-20)])]), "L", 0, 10),
    ],
)
def test_outcome_mean_and_temperature(value, outcome, mean, temperature):
    walls = thermograph(value)
    assert (value.outcome, walls.mean, walls.temperature) == (outcome, mean, temperature)


def test_walls_bend_where_a_threat_ends():
    """{4|2 || 1|0}, after Winning Ways, chapter 6."""
    hot = value_of([value_of([number(4)], [number(2)])], [value_of([number(1)], [ZERO])])
    walls = thermograph(hot)
    assert walls.left == ((0, 2), (1, 2), (Fraction(5, 4), Fraction(7, 4)))
    assert walls.right == ((0, 1), (Fraction(1, 2), 1), (Fraction(5, 4), Fraction(7, 4)))


def test_means_add():
    chance = random.Random(3)
    for _ in range(50):
        one, other = (form(random_tree(chance, 3)) for _ in range(2))
        both = thermograph(one + other)
        assert both.mean == thermograph(one).mean + thermograph(other).mean
        warmest = max(thermograph(one).temperature, thermograph(other).temperature)
        assert both.temperature <= warmest
