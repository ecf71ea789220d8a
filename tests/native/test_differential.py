"""One source, two speeds: plain and compiled runs agree on every built-in game, state by state."""

import random

import pytest

from compared import compare
from variants import GAMES, find_game
from walking import random_game
from zermelo import Game
from zermelo.native import empty_table, kernel
from zermelo.native.running import is_native
from zermelo.search.counters import CUTOFFS, ENTRIES, HITS, NODES, Counts, new_counts
from zermelo.search.memo import bounds_values, memo_values
from zermelo.search.textbook import alpha_beta_values, max_value

pytestmark = pytest.mark.compiled

POSITIONS = 200  # of each game; `make compare` takes more
COMPILED = [name for name in GAMES if find_game(name).compiles]
SEARCHED = [  # one game of each kind, because a kernel costs three seconds
    *("tictactoe", "checkers"),
    "morris",  # may never end
    "othello(size=4)",  # a player who can't move passes
    "dotsandboxes",  # a player who closes a box moves again
]


@kernel
def searched(game, state, depth: int, counts: Counts):
    """Minimax and alpha-beta in one kernel, because compiling takes longer than running."""
    value = 1.0 * max_value(game, state, depth, counts)
    return value, alpha_beta_values(game, state, depth, counts)


def states_of_games(game: Game, seed: str, games: int) -> list:
    """The different states of some random games."""
    chance = random.Random(seed)
    return [*dict.fromkeys(s for _ in range(games) for s in random_game(game, chance, 200))]


def test_one_game_alone_says_that_it_runs_plain():
    assert {name.partition("(")[0] for name in GAMES if name not in COMPILED} == {"sprouts"}


@pytest.mark.parametrize("name", COMPILED)
def test_plain_and_compiled_rules_agree(name):
    output = compare(name, find_game(name), POSITIONS)
    assert output.equal, output
    assert output.positions > 9


@pytest.mark.parametrize("name", SEARCHED)
def test_searches_agree_to_the_node_plain_and_native(name):
    game = find_game(name)
    states = states_of_games(game, name, 3)
    for state in random.Random(name).sample(states, min(8, len(states))):
        depth, wide = 3, len(list(game.moves(state))) > 20
        if len(list(game.moves(state))) > 100:
            continue  # hundreds of moves thrice in a row take minutes plain
        plain, native = new_counts(), new_counts(native=True)
        arguments = (game, state, depth - 1 if wide else depth)
        assert searched.native(*arguments, native) == searched(*arguments, plain)
        for counted in (NODES, CUTOFFS):
            assert native[counted] == plain[counted]
    assert is_native(game)


@pytest.mark.parametrize("search", [memo_values, bounds_values])
@pytest.mark.parametrize("name", ["tictactoe", "nim", "again"])
def test_tables_agree_to_the_entry_plain_and_native(name, search):
    game = find_game(name)
    states = states_of_games(game, name, 2)
    for state in [game.start(), *random.Random(name).sample(states, 6)]:
        for depth in (1, 3, 5):
            plain, native = new_counts(), new_counts(native=True)
            values = search(game, state, depth, plain)
            assert search.native(game, state, depth, native) == values
            for counted in (NODES, CUTOFFS, ENTRIES, HITS):
                assert native[counted] == plain[counted]


@kernel
def known_keys(game, count: int, counts: Counts):
    """How many of the keys, states with floats, a table contains."""
    state, table = game.start(), empty_table((game.start(), -0.0), 0)
    for number in range(count):
        table[state, number / 4 - 2] = number
    found = 0
    for number in range(2 * count):
        found += (state, number / 4 - 2) in table
        found += 1000 * ((state, number - 2) in table)  # an int that equals a float
    return found, len(table), table[state, -0.0]


def test_states_and_floats_are_keys_of_a_table():
    for game in (find_game("tictactoe"), find_game("nim")):
        for count in (9, 90):
            arguments = game, count, new_counts()
            assert known_keys.native(*arguments) == known_keys(*arguments)
