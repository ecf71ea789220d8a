"""Dōbutsu shōgi: everything is solved once for both players and both sides of the board."""

import pytest

import zermelo
from zermelo.errors import UsageError
from zermelo.games.dobutsu import KINDS, Animals, Dobutsu


class Lions(Dobutsu):
    """Without the other animals."""

    def start(self):
        return Animals(1 << 10, 1 << 1, 0, 0, 0, 0, 1 << 10 | 1 << 1, 0, 0)


def test_all_is_solved_once_for_what_is_symmetric(tmp_path):
    game = Lions()
    single = zermelo.solve(game, tmp_path / "single", native=False)
    folded = zermelo.solve(
        game, tmp_path / "folded", states=list(game.symmetries(game.start())), native=False
    )
    assert folded.canonical_states < single.canonical_states / 3
    assert folded.states >= single.states == single.canonical_states
    one, other = (zermelo.Database(tmp_path / name, game) for name in ("single", "folded"))
    columns = one.to_arrays(native=False)
    assert len(columns["value"]) == single.states
    for row in zip(*(columns[name] for name in Animals._fields), strict=True):
        state = Animals(*map(int, row))
        for image in game.symmetries(state):
            seen, expected = zermelo.probe(other, image), zermelo.probe(one, state)
            assert (seen.value, seen.remoteness) == (expected.value, expected.remoteness)


def test_keys_tell_all_positions_apart():
    game = Dobutsu()
    for text in ("gle/1c1/1C1/ELG b -", "1HG/1lE/3/1L1 w CEg", "lHe/3/G1g/1L1 b CE"):
        state = game.parse_state(text)
        assert game.unkey(game.key(state)) == state
        assert len({game.key(image) for image in game.symmetries(state)}) == 4


def test_endgames_have_some_of_the_animals():
    game = Dobutsu()
    texts = ["gle/1c1/1C1/ELG b -", "elg/1c1/1C1/GLE b -", "elg/1c1/1C1/GLE w -"]
    assert list(map(game.format_state, game.endgame("CEG"))) == [*texts, "gle/1c1/1C1/ELG w -"]
    assert [game.format_state(state) for state in game.endgame("C")] == [
        "1l1/1c1/1C1/1L1 b -",
        "1l1/1c1/1C1/1L1 w -",
    ]
    for name in KINDS:
        for state in game.endgame(name):
            assert game.parse_state(game.format_state(state)) == state
    with pytest.raises(UsageError, match="is no endgame of dobutsu: it is one of C, E"):
        list(Dobutsu().endgame("3-3"))
