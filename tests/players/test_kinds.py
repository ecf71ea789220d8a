"""The table of players: what it says is what players by name, saved games and help go by."""

import pytest

import zermelo
from zermelo.errors import UsageError
from zermelo.players.kinds import HELP, KINDS, LIMITS, OURS
from zermelo.players.named import STORED, player_spec, seat
from zermelo.players.playerspec import Terms
from zermelo.search.analyze import ALGORITHMS

TERMS = Terms(zermelo.game("tictactoe"), native=False)
EXAMPLES = {
    "selective": "0",
    "rave": "9",
    "priors": "1",
    "reuse": "0",
    "depth": "1",
    "nodes": "20",
    "seconds": "0.01",
    "limit": "1",
    "rate": "0.5",
    "endgames": "'nowhere'",
    "book": "'nowhere'",
    "weights": "'nowhere'",
}


def test_every_search_is_a_player_and_the_help_names_every_kind():
    assert set(ALGORITHMS) <= set(OURS)
    assert all(name in HELP for name in KINDS)
    assert set(EXAMPLES) == set(LIMITS)


@pytest.mark.parametrize("name", [name for name in OURS if not KINDS[name].needs])
def test_a_kind_takes_the_limits_of_the_table_and_no_others(name):
    kind = KINDS[name]
    base = f"{name}:1," if kind.number else f"{name}:"
    for limit, example in EXAMPLES.items():
        text = f"{base}{limit}={example}"
        if limit in kind.takes:
            assert player_spec(text, TERMS).name == text
        else:
            with pytest.raises(UsageError):
                player_spec(text, TERMS)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in (*OURS, *STORED)])
def test_a_saved_game_names_no_program(name):
    with pytest.raises(UsageError, match="is not an available opponent"):
        seat(f"{name}:true", TERMS)
