"""No game without its facts: counts, an oracle, a symmetry, texts, and a golden record."""

import pytest

from facts import FACTS
from recorded import golden_file, record
from walking import after
from zermelo import ONGOING
from zermelo.games import BUILT_IN
from zermelo.spec import parse_game


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_its_facts(name):
    """What to add, and where, is told in CONTRIBUTING."""
    assert name in FACTS, f"tests/facts/{name}.toml is missing"
    facts = FACTS[name]
    assert facts.perft, "it has no perft figures"
    assert facts.oracles, "it has no oracle, in whose games its texts are tested as well"
    assert facts.symmetries or facts.mirrors or facts.asymmetric, "it has no symmetry"
    assert facts.impossible, "it has no position that is refused"
    assert golden_file(name).exists(), "it has no golden record"
    for field in (facts.perft, facts.oracles, facts.small, facts.symmetries, facts.mirrors):
        assert {spec.partition("(")[0] for spec in field} <= {name}
    assert set(facts.mirrors) <= set(facts.oracles), "mirrors are tested in the oracles' games"


@pytest.mark.parametrize("name", FACTS)
def test_the_golden_record_is_played_again_to_the_letter(name):
    golden, (spec, moves) = golden_file(name).read_text(encoding="utf-8"), FACTS[name].record
    assert record(spec, moves) == golden
    game = parse_game(spec)
    assert game.outcome(after(game, moves)) != ONGOING
