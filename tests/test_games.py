"""Every game against reference counts, a naive oracle, its own texts, and a golden record.

`python tests/test_games.py` writes the golden records anew; look at what changed.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

import naive
from zermelo import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.errors import IllegalMoveError, ParameterError, TextError
from zermelo.games import BUILT_IN
from zermelo.show.text import draw
from zermelo.spec import parse_game

HERE = Path(__file__).parent
REFERENCE = json.loads((HERE / "reference" / "perft.json").read_text(encoding="utf-8"))["games"]

PERFT = {
    "tictactoe": "tic_tac_toe",
    "mnk": "tic_tac_toe",
    "connectfour": "connect_four_7x6",
    "connectfour(width=5, height=4)": "connect_four_5x4",
    "isolation(blocked=[(2, 1)])": "isolation_queen_3x2_blocked_2_1",
    "isolation(width=3, height=3)": "isolation_queen_3x3",
    "isolation(width=4, height=4)": "isolation_queen_4x4",
    "isolation(width=5, height=5)": "isolation_queen_5x5",
    "isolation(width=7, height=7, pieces='knight')": "isolation_knight_7x7",
    "nim(rows=[1, 2, 3])": "nim_1_2_3",
    "nim(rows=[3, 4, 5])": "nim_3_4_5",
    "nim": "nim_1_3_5_7",
    "nim(misere=True)": "nim_1_3_5_7",
    "morris": "nine_mens_morris",
}

ORACLES = {
    "tictactoe": naive.Mnk(),
    "mnk(width=2, height=1, k=1)": naive.Mnk(2, 1, 1),
    "mnk(width=5, height=3, k=3)": naive.Mnk(5, 3, 3),
    "mnk(width=4, height=6, k=4)": naive.Mnk(4, 6, 4),
    "mnk(width=8, height=7, k=5)": naive.Mnk(8, 7, 5),
    "connectfour": naive.ConnectFour(),
    "connectfour(width=3, height=3, k=3)": naive.ConnectFour(3, 3, 3),
    "connectfour(width=9, height=6, k=5)": naive.ConnectFour(9, 6, 5),
    "isolation(blocked=[(2, 1)])": naive.Isolation(3, 2, ((2, 1),)),
    "isolation(width=1, height=1)": naive.Isolation(1, 1),
    "isolation(width=6, height=4, blocked=[(0, 0), (3, 2)])": naive.Isolation(
        6, 4, ((0, 0), (3, 2))
    ),
    "isolation(width=9, height=7)": naive.Isolation(9, 7),
    "isolation(width=5, height=5, pieces='knight')": naive.Isolation(5, 5, (), "knight"),
    "isolation(width=4, height=4, stuck='either')": naive.Isolation(4, 4, (), "queen", "either"),
    "isolation(width=4, height=4, pieces='knight', stuck='either')": naive.Isolation(
        4, 4, (), "knight", "either"
    ),
    "nim": naive.Nim(),
    "nim(rows=[2, 2, 4], misere=True)": naive.Nim((2, 2, 4), True),
    "nim(rows=[12])": naive.Nim((12,)),
    "morris": naive.Morris(),
    "morris(men=3, flying=False)": naive.Morris(3, flying=False),
    "morris(men=6, several=True)": naive.Morris(6, several=True),
    "morris(men=6, lasker=True)": naive.Morris(6, lasker=True),
    "morris(men=12, several=True)": naive.Morris(12, several=True),
}


def name_of(spec: str) -> str:
    return spec.partition("(")[0]


def texts(game: Game, state) -> list[str]:
    return [game.format_move(state, move) for move in game.moves(state)]


def after(game: Game, history) -> tuple:
    """The state that the move texts of `history` lead to, given one by one or as one text."""
    return reached(game, tuple(history.split() if isinstance(history, str) else history))


@cache
def reached(game: Game, history: tuple[str, ...]) -> tuple:
    if not history:
        return game.start()
    state = reached(game, history[:-1])
    return game.play(state, game.parse_move(state, history[-1]))


def sequences(game: Game, state, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(sequences(game, game.play(state, move), depth - 1) for move in game.moves(state))


def random_histories(rules, count: int, seed: str):
    """Histories of `count` random games, each after every one of its plies."""
    generator = random.Random(seed)
    for _ in range(count):
        history: tuple[str, ...] = ()
        yield history
        while moves := rules.moves(history):
            history = (*history, generator.choice(moves))
            yield history


# Counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", PERFT)
def test_sequences_are_those_of_the_reference(spec):
    game, expected = parse_game(spec), REFERENCE[PERFT[spec]]["sequences"]
    depths = [d for d, count in enumerate(expected, 1) if count <= 60_000]
    assert [sequences(game, game.start(), d) for d in depths] == [expected[d - 1] for d in depths]


@pytest.mark.parametrize("spec", PERFT)
def test_distinct_positions_are_those_of_the_reference(spec):
    game, expected = parse_game(spec), REFERENCE[PERFT[spec]]["distinct"]
    states, counts = {game.start()}, []
    while len(counts) < len(expected) and len(states) <= 15_000:
        states = {game.play(state, move) for state in states for move in game.moves(state)}
        counts.append(len(states))
    assert counts == expected[: len(counts)]


def test_tic_tac_toe_has_its_5478_positions_and_255168_games():
    game = parse_game("tictactoe")

    @cache
    def games(state) -> int:
        return sum(games(game.play(state, m)) for m in game.moves(state)) or 1

    assert games(game.start()) == 255_168
    assert games.cache_info().currsize == 5_478


@pytest.mark.parametrize("spec", ORACLES)
def test_the_oracle_counts_the_same_sequences(spec):
    game, rules = parse_game(spec), ORACLES[spec]
    depth = 1
    while depth < 6 and naive.sequences(rules, depth) < 500:
        depth += 1
        assert sequences(game, game.start(), depth) == naive.sequences(rules, depth)


# Rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ORACLES)
def test_random_play_agrees_with_the_oracle(spec):
    game, rules = parse_game(spec), ORACLES[spec]
    for history in random_histories(rules, 12, spec):
        state = after(game, history)
        assert texts(game, state) == rules.moves(history)
        assert game.outcome(state) == rules.outcome(history)
        assert game.player(state) == len(history) % 2
        assert game.format_state(state) == rules.text(history)
        assert LOSS < game.evaluate(state) < WIN


@pytest.mark.parametrize(
    "spec",
    [
        "isolation(blocked=[(2, 1)])",
        "isolation(width=3, height=2, stuck='either')",
        "isolation(width=3, height=3, pieces='knight')",
        "nim(rows=[1, 2, 3])",
        "nim(rows=[1, 1, 2], misere=True)",
        "mnk(width=3, height=2, k=2)",
        "connectfour(width=2, height=3, k=2)",
    ],
)
def test_small_games_have_the_value_of_naive_minimax(spec):
    game = parse_game(spec)
    oracle = {
        "mnk": naive.Mnk,
        "connectfour": naive.ConnectFour,
        "isolation": naive.Isolation,
        "nim": naive.Nim,
    }[name_of(spec)](**vars(parse_game(spec)))

    def value(state) -> int:
        outcome = game.outcome(state)
        if outcome != ONGOING:
            return outcome
        return max(-value(game.play(state, move)) for move in game.moves(state))

    assert value(game.start()) == naive.minimax(oracle)


@pytest.mark.parametrize("rows", [(1, 2, 3), (1, 3, 5), (2, 2), (1, 1, 1), (4, 4, 1), (5,)])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_as_nim_sums_say(rows, misere):
    """Bouton (1901): lost with nim-sum 0; misère differs when every row has one match at most."""
    game = parse_game(f"nim(rows={list(rows)}, misere={misere})")

    @cache
    def value(state) -> int:
        outcome = game.outcome(state)
        if outcome != ONGOING:
            return outcome
        return max(-value(game.play(state, move)) for move in game.moves(state))

    for state in [game.start(), *(game.play(game.start(), m) for m in game.moves(game.start()))]:
        nim_sum = 0
        for matches in state.rows:
            nim_sum ^= matches
        swapped = misere and max(state.rows) <= 1
        assert value(state) == (WIN if (nim_sum != 0) != swapped else LOSS)


def test_a_full_board_without_a_line_is_a_draw():
    game = parse_game("tictactoe")
    state = after(game, "0,0 0,1 0,2 1,1 1,0 1,2 2,1 2,0 2,2")
    assert game.outcome(state) == DRAW


def test_the_last_stone_wins_even_when_it_fills_the_board():
    game = parse_game("tictactoe")
    state = after(game, "0,0 0,1 0,2 1,0 1,2 1,1 2,1 2,0 2,2")
    assert game.outcome(state) == LOSS
    assert list(game.moves(state)) == []


def test_connect_four_searches_the_centre_first():
    game = parse_game("connectfour(width=5, height=4)")
    start = game.start()
    columns = sorted(game.moves(start), key=lambda move: -game.order(start, move))
    assert "".join(game.format_move(start, move) for move in columns) == "32415"


def test_lines_do_not_wrap_around_the_edges():
    game = parse_game("mnk(width=4, height=4, k=3)")
    assert game.outcome(game.parse_state("..XX/X.OO/..../....")) == ONGOING
    game = parse_game("connectfour(width=4, height=4, k=3)")
    assert game.outcome(after(game, "2 1 4 1 1 3 1")) == ONGOING


def test_a_queen_does_not_slide_over_closed_cells_nor_around_the_edges():
    game = parse_game("isolation(width=4, height=3, blocked=[(1, 0)])")
    state = after(game, ["0,0", "0,2"])
    assert texts(game, state) == ["0,1", "1,1", "2,2"]


def test_stuck_either_judges_the_mover_first():
    game = parse_game("isolation(width=2, height=1, stuck='either')")
    assert game.outcome(after(game, ["0,0"])) == ONGOING
    assert game.outcome(after(game, ["0,0", "1,0"])) == LOSS
    game = parse_game("isolation(width=4, height=1, stuck='either')")
    assert game.outcome(after(game, ["0,0", "1,0"])) == LOSS
    game = parse_game("isolation(width=4, height=1, blocked=[(1, 0)], stuck='either')")
    assert game.outcome(after(game, ["0,0"])) == WIN


@pytest.mark.parametrize("spec", ORACLES)
def test_illegal_moves_are_refused(spec):
    game = parse_game(spec)
    with pytest.raises(IllegalMoveError, match="no legal move"):
        game.play_checked(game.start(), 9999)


# Symmetry ----------------------------------------------------------------------------------------


def swapped(text: str) -> str:
    first, second = text.split(",")
    return f"{second},{first}"


SYMMETRIES = {
    "tictactoe": (swapped, lambda text: f"{2 - int(text[0])},{text[2]}"),
    "mnk(width=4, height=3)": (lambda text: f"{text[0]},{3 - int(text[2])}",),
    "isolation(width=4, height=4)": (swapped, lambda text: f"{3 - int(text[0])},{text[2]}"),
    "isolation(width=4, height=4, pieces='knight')": (swapped,),
    "nim(rows=[3, 4, 3])": (lambda text: f"{2 - int(text[0])},{text[2]}",),
    "connectfour(width=5, height=4)": (lambda text: str(6 - int(text)),),
    "morris(men=6)": (
        lambda text: f"{'edcba'['abcde'.index(text[0])]}{text[1]}",
        lambda text: f"{'abcde'[int(text[1]) - 1]}{'abcde'.index(text[0]) + 1}",
        lambda text: INSIDE_OUT[text],
    ),
}

# Six Men's Morris: the outer ring with the inner one, point by point.
OUTER = ["a5", "c5", "e5", "e3", "e1", "c1", "a1", "a3"]
INNER = ["b4", "c4", "d4", "d3", "d2", "c2", "b2", "b3"]
INSIDE_OUT = dict(zip(OUTER + INNER, INNER + OUTER, strict=True))


@pytest.mark.parametrize("spec", SYMMETRIES)
def test_mirrored_positions_have_the_same_counts(spec):
    game = parse_game(spec)
    counts = {}
    for first in texts(game, game.start()):
        for second in texts(game, after(game, [first])):
            counts[first, second] = sequences(game, after(game, [first, second]), 2)
    for mirror in SYMMETRIES[spec]:
        mirrored = {tuple(map(mirror, history)): count for history, count in counts.items()}
        assert mirrored == counts


# Morris ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("men", [6, 9, 12])
def test_two_mills_at_once_take_every_pair_once(men):
    game, rules = parse_game(f"morris(men={men}, several=True)"), naive.Morris(men, several=True)
    chance = random.Random(men)
    for _ in range(300):
        taken = chance.sample(rules.points, chance.randint(1, min(men, 9)))
        board = sum(1 << rules.points.index(point) for point in taken)
        firsts, pairs = game.takeable(board), []
        for first in range(game.points):
            seconds = game.takeable_after(board, first) if firsts >> first & 1 else 0
            names = [p for at, p in enumerate([*rules.points, None]) if seconds >> at & 1]
            pairs += [[rules.points[first], name] for name in names]
        assert pairs == (rules.takings(2, set(taken)) if len(taken) > 1 else [])


def test_two_mills_at_once_take_two_men_only_with_several():
    state = parse_game("morris").parse_state("WW.....B.B....W.B......W,4,4,W")
    closing = [text for text in texts(parse_game("morris"), state) if text.startswith("g7")]
    assert closing == ["g7xd5", "g7xa4", "g7xd3"]
    several = parse_game("morris(several=True)")
    closing = [text for text in texts(several, state) if text.startswith("g7")]
    assert closing == ["g7xd5xa4", "g7xd5xd3", "g7xa4xd3"]


def test_a_full_board_of_twelve_men_each_is_drawn():
    game = parse_game("morris(men=12)")
    assert game.outcome(game.parse_state(12 * "WB" + ",0,0,W")) == DRAW


def test_the_evaluation_is_the_courses_with_any_weights():
    rules = naive.Morris()
    for weights in ({}, {"mills": 1.5, "stash": 2.0}, {"stones": 0.0, "possible": 0.25}):
        given = ", ".join(f"{name}={weight}" for name, weight in weights.items())
        game = parse_game(f"morris({given})")
        for history in random_histories(rules, 2, given):
            estimate = rules.estimate(history, **weights)
            assert game.evaluate(after(game, history)) == pytest.approx(estimate)


# Texts and pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ORACLES)
def test_texts_of_moves_and_states_round_trip(spec):
    game = parse_game(spec)
    for history in random_histories(ORACLES[spec], 6, spec + "again"):
        state = after(game, history)
        assert game.parse_state(game.format_state(state)) == state
        for move in game.moves(state):
            assert game.parse_move(state, game.format_move(state, move)) == move


@pytest.mark.parametrize("spec", ORACLES)
def test_pictures_show_every_piece_and_every_move(spec):
    game = parse_game(spec)
    for history in random_histories(ORACLES[spec], 2, spec + "seen"):
        state = after(game, history)
        picture = game.picture(state)
        assert set(picture.clicks) == set(game.moves(state))
        assert len(set(picture.clicks.values())) == len(picture.clicks)
        points = range(len(picture.points))
        assert all(point in points for clicked in picture.clicks.values() for point in clicked)
        assert all(point in points for point in picture.pieces)


def test_a_click_anywhere_in_a_column_counts_for_the_landing_cell():
    game = parse_game("connectfour(width=3, height=2, k=2)")
    picture = game.picture(game.parse_state("O../X.."))
    assert set(picture.clicks.values()) == {(4,), (5,)}
    assert picture.aliases == {1: 4, 2: 5}  # the full column takes none


def test_moves_are_read_in_any_white_space():
    game = parse_game("nim")
    assert game.format_move(game.start(), game.parse_move(game.start(), " 3 , 7\n")) == "3,7"


IMPOSSIBLE = {
    "tictactoe": {
        "X.O": "shape",
        "X.O/.../...X": "shape",
        "Q../.../...": "cell 'Q'",
        "XXX/.../...": "as many stones",
        "O../.../...": "as many stones",
        "XXX/OOO/...": "a game ends at a line",
        "XXX/OO./O..": "X has a line, yet X moved last|a game ends|as many",
        "OOO/XX./XX.": "as many stones|ends at a line",
    },
    "mnk(width=5, height=2, k=3)": {"XXX../OOO..": "ends at a line"},
    "mnk(width=7, height=3, k=3)": {"XXX.XXX/OO.OO../.O.....": "ends at the first line"},
    "connectfour(width=4, height=4, k=3)": {
        "..../..../...X/....": "hangs in the air",
        "..../..../..../OX..": None,
        "..../..../X.../O...": "on top",
        "..../OX../XX../OO..": "lowest discs",
        "..../..../OOO./XXX.": "ends at a line",
        "..../..../..../XX..": "as many discs",
        "..../O.../X.../XXOO": None,
        "X.../O.../O.../XXXO": None,
        "..../..../OOX./XXXO": "on top",
    },
    "isolation(width=3, height=3, blocked=[(2, 2)])": {
        ".../.../..#": "who is to move",
        ".../.../... A": "blocked cells",
        ".../.../..# B": "A should be to move",
        "A../.../..# B": None,
        "B../.../..# A": "A should be there once",
        "AB./.../..# B": "A should be to move",
        "A../.../..B A": "blocked cells",
        "AA./.../..# A": "A should be there once",
        "A#./.../..# A": "A should be there once",
        "A#B/.../..# B": None,
        "A../..#/B.# B": "none of the closed cells",
        "A../... B": "shape",
    },
    "morris": {
        f"{24 * '.'},9,9": "should have 24 points",
        f"{24 * '.'},9,9,w": "should have 24 points",
        f"{23 * '.'},9,9,W": "should have 24 points",
        f"{24 * '.'},9,-9,W": "should have 24 points",
        f"{24 * '.'},9,9,W": None,
        f"{24 * '.'},9,9,B": "place in turn",
        f"{24 * '.'},8,9,B": "nobody has placed the three men",
        f"W{23 * '.'},9,9,W": "9 men at most",
        f"W{23 * '.'},8,9,B": None,
        f"W{23 * '.'},8,9,W": "place in turn",
        f"WBWBW{19 * '.'},6,6,B": "nobody has placed|place in turn|most",
        f"WWW{17 * '.'}B...,6,6,W": None,
        f"WWWWBBB{17 * '.'},0,0,W": None,
        f"WWBBB{19 * '.'},0,0,W": None,
        f"WWBBB{19 * '.'},0,0,B": "W cannot have moved last",
        f"{24 * '.'},0,0,W": "B moved last and should have a man",
    },
    "morris(lasker=True)": {f"W{23 * '.'},8,9,W": None},
    "nim": {
        "1,3,5,7": "who is to move",
        "1,3,5 A": "4 rows",
        "1,3,5,8 A": "more matches",
        "1,3,5,7 B": "A should be to move",
        "1,3,5,6 A": "B should be to move",
        "0,2,5,7 B": "A should be to move",
        "0,0,0,0 B": None,
        "1,3,-5,7 A": "matches of each row",
        "1,3,٣,7 A": "matches of each row",
        "1,3,5,999999999 A": "matches of each row",
    },
}


@pytest.mark.parametrize(
    ("spec", "text", "why"),
    [(spec, text, why) for spec, cases in IMPOSSIBLE.items() for text, why in cases.items()],
)
def test_positions_that_no_play_leads_to_are_refused(spec, text, why):
    game = parse_game(spec)
    if why is None:
        assert game.format_state(game.parse_state(text)) == text
        return
    with pytest.raises(TextError, match=why) as caught:
        game.parse_state(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("mnk(width=0)", "at least 1"),
        ("mnk(width=8, height=8)", "at most 63"),
        ("mnk(k=4)", "at most 3"),
        ("connectfour(k=0)", "at least 1"),
        ("connectfour(width=8, height=7)", "at most 63"),
        ("connectfour(width=2, height=2, k=3)", "at most 2"),
        ("isolation(width=8, height=8)", "at most 63"),
        ("isolation(height=-1)", "at least 1"),
        ("isolation(blocked=[(3, 0)])", "on the board"),
        ("isolation(blocked=[2])", "on the board"),
        ("isolation(blocked=[(0, True)])", "on the board"),
        ("isolation(blocked=[(0, 0), (0, 0)])", "once"),
        ("isolation(width=1, height=1, blocked=[(0, 0)])", "leave a cell open"),
        ("isolation(pieces='rook')", "'queen' or 'knight'"),
        ("isolation(stuck='both')", "'mover' or 'either'"),
        ("nim(rows=[])", "from 1 to 99"),
        ("nim(rows=[0, 1])", "from 1 to 99"),
        ("nim(rows=[-1])", "from 1 to 99"),
        ("nim(rows=[True])", "from 1 to 99"),
        ("nim(rows=[1.5])", "from 1 to 99"),
        (f"nim(rows={[1] * 33})", "from 1 to 99"),
        ("morris(men=7)", "3, 6, 9 or 12"),
        ("morris(mills=-1.0)", "0 or more"),
        ("morris(stash=1e999)", "0 or more"),
        ("morris(stones=True)", "stones should be a number"),
    ],
)
def test_parameters_that_make_no_game_are_refused(spec, why):
    with pytest.raises(ParameterError, match=why) as caught:
        parse_game(spec)
    assert "\n" not in str(caught.value)


# Golden records ----------------------------------------------------------------------------------

GOLDEN = {
    "tictactoe": ("tictactoe", "1,1 0,0 0,2 2,0 1,0 1,2 0,1 2,1 2,2"),
    "mnk": ("mnk(width=5, height=4, k=4)", "1,2 2,2 1,1 2,1 1,3 1,0 1,4"),
    "isolation": (
        "isolation(width=3, height=3, blocked=[(2, 2)])",
        "1,1 0,0 2,0 0,1 1,0 0,2 2,1 1,2",
    ),
    "nim": ("nim", "3,4 1,1 0,1 2,5 3,1 1,2 3,2"),
    "connectfour": ("connectfour", "4 4 4 4 3 3 5 2 6"),
    "morris": (
        "morris",
        "c3 e3 d1 a1 b6 a7 c5 f4 c4xe3 g4 b2 e5 b4xa1 d5 a4xg4 d7 d2 f2 "
        "c3-d3xd5 f4-e4 d3-c3xf2 d7-d6 c3-d3xa7 d6-a7 d3-c3xe5",
    ),
}


def golden_file(name: str) -> Path:
    return HERE / "golden" / f"{name}.txt"


def record(spec: str, moves: list[str]) -> str:
    """One game written out: every move, the position it leads to, how it stands, the last board."""
    game = parse_game(spec)
    state = game.start()
    lines = [str(game), " ".join(moves), game.format_state(state)]
    for text in moves:
        legal = " ".join(texts(game, state))
        state = game.play(state, game.parse_move(state, text))
        lines.append(f"{text} of {legal}: {game.format_state(state)} = {game.outcome(state)}")
    return "\n".join([*lines, draw(game.picture(state)), ""])


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_golden_record_is_played_again_to_the_letter(name):
    golden = golden_file(name).read_text(encoding="utf-8")
    spec, moves, *_ = golden.splitlines()
    assert record(spec, moves.split()) == golden
    game = parse_game(spec)
    assert game.outcome(after(game, moves)) != ONGOING


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_perft_numbers_an_oracle_a_symmetry_and_a_golden_record(name):
    assert name in map(name_of, PERFT)
    assert name in map(name_of, ORACLES)
    assert name in map(name_of, SYMMETRIES)
    assert golden_file(name).exists()


if __name__ == "__main__":
    for name, (spec, moves) in GOLDEN.items():
        golden_file(name).write_text(record(spec, moves.split()), encoding="utf-8")
