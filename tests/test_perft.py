"""Perft: every reference number to its full depth, and the function people call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo import perft
from zermelo.errors import ParameterError
from zermelo.spec import parse_game

REFERENCE = json.loads(
    (Path(__file__).parent / "reference" / "perft.json").read_text(encoding="utf-8")
)["games"]
FAMILIES = {
    "tic_tac_toe": "tictactoe",
    "connect_four": "connectfour",
    "isolation": "isolation",
    "nim": "nim",
    "nine_mens_morris": "morris",
}


def game_of(entry: str):
    """The game that an entry of the reference counts, by its name and arguments."""
    name = next(FAMILIES[family] for family in FAMILIES if entry.startswith(family))
    parameters = {
        {"heaps": "rows"}.get(key, key): value
        for key, value in REFERENCE[entry]["args"].items()
        if key != "position"
    }
    return parse_game(f"{name}({', '.join(f'{key}={parameters[key]!r}' for key in parameters)})")


@pytest.mark.compiled
@pytest.mark.parametrize("entry", REFERENCE)
def test_native_perft_is_the_reference_to_its_full_depth(entry):
    expected, game = REFERENCE[entry]["sequences"], game_of(entry)
    position = REFERENCE[entry]["args"].get("position")
    state = game.start() if position is None else game.parse_state(position)
    found = perft(game, len(expected), state=state)
    assert list(found.sequences) == expected
    assert found.native


@pytest.mark.compiled
def test_plain_perft_counts_the_same():
    game = game_of("nim_1_2_3")
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
    found = perft(parse_game("nim(rows=[1, 2])"), 2, native=False).as_dict()
    assert found.pop("seconds") >= 0
    assert found == {"game": "nim(rows=[1, 2])", "sequences": [3, 5], "native": False}


@pytest.mark.parametrize("native", [False, True])
def test_an_interrupted_perft_keeps_the_depths_it_completed(native):
    def interrupt(_snapshot) -> None:
        raise KeyboardInterrupt

    expected = REFERENCE["connect_four_7x6"]["sequences"]
    found = perft(game_of("connect_four_7x6"), 20, native=native, progress=interrupt)
    assert found.interrupted
    assert len(found.sequences) < 20
    both = min(len(expected), len(found.sequences))
    assert list(found.sequences)[:both] == expected[:both]
