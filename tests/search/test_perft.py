"""Perft: reference numbers up to five million, and the function people call."""

import pytest

from facts import every
from zermelo import perft
from zermelo.errors import ParameterError
from zermelo.spec import parse_game

MOST = 5_000_000  # sequences that are counted here; `make bench NAME=chesscounts` counts on
PLAIN = 60_000  # up to so many, tests/games/test_rules.py counts them, for less than a kernel costs
PERFT = {
    spec: counts
    for spec, counts in every("perft").items()
    if any(PLAIN < count <= MOST for count in counts.sequences)
}
POSITIONS = [
    (spec, position, counts)
    for spec, positions in every("positions").items()
    for position, counts in positions.items()
]


def few(sequences: list[int]) -> list[int]:
    return [count for count in sequences if count <= MOST]


@pytest.mark.compiled
@pytest.mark.parametrize("spec", PERFT)
def test_native_perft_is_the_reference(spec):
    expected = few(PERFT[spec].sequences)
    result = perft(parse_game(spec), len(expected))
    assert (list(result.sequences), result.native) == (expected, True)


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "position", "counts"), POSITIONS)
def test_native_perft_is_the_reference_from_other_positions_too(spec, position, counts):
    game, expected = parse_game(spec), few(counts.sequences)
    result = perft(game, len(expected), state=game.parse_state(position))
    assert (list(result.sequences), result.native) == (expected, True)


@pytest.mark.compiled
def test_plain_perft_counts_the_same():
    game = parse_game("nim(rows=[1, 2, 3])")
    plain, native = perft(game, 6, native=False), perft(game, 6)
    assert plain.sequences == native.sequences
    assert (plain.native, native.native) == (False, True)


def test_sequences_end_with_the_game():
    assert perft(parse_game("nim(rows=[2])"), 4, native=False).sequences == (2, 1, 0, 0)


def test_perft_from_a_state():
    game = parse_game("tictactoe")
    state = game.parse_state("XOX/XOO/.X.")
    assert perft(game, 3, state=state, native=False).sequences == (2, 2, 0)


def test_perft_of_depth_0_counts_nothing_and_a_negative_depth_is_refused():
    game = parse_game("tictactoe")
    assert perft(game, 0).sequences == ()
    with pytest.raises(ParameterError, match="0 or more, not -1"):
        perft(game, -1)


def test_the_report_as_json():
    result = perft(parse_game("nim(rows=[1, 2])"), 2, native=False).as_dict()
    assert result.pop("seconds") >= 0
    assert result == {"game": "nim(rows=[1, 2])", "sequences": [3, 5], "native": False}


@pytest.mark.parametrize("native", [False, True])
def test_an_interrupted_perft_keeps_the_depths_it_completed(native):
    def interrupt(_snapshot) -> None:
        raise KeyboardInterrupt

    expected = PERFT["connectfour"].sequences
    result = perft(parse_game("connectfour"), 20, native=native, progress=interrupt)
    assert result.interrupted
    assert len(result.sequences) < 20
    both = min(len(expected), len(result.sequences))
    assert list(result.sequences)[:both] == expected[:both]
