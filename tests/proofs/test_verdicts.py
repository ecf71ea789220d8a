"""Claims without a certificate's file: the same verdict, by the search alone."""

import re

import pytest

import zermelo
from zermelo import ONGOING
from zermelo.errors import NativeWarning
from zermelo.games.nim import Nim

CLAIMS = [  # of games without and with points, parts and impartial parts; true and false ones
    ("nim(rows=[1, 2])", "win"),
    ("nim(rows=[1, 2])", "loss"),
    ("tictactoe", "draw"),
    ("tictactoe", "win"),
    ("hex(size=3)", "win"),
    ("domineering(width=3, height=3)", "win"),
    ("dotsandboxes(width=2, height=1)", "score = 0"),
    ("breakthrough(width=3, height=4)", "value <= 0"),
]


@pytest.mark.parametrize(("spec", "claim"), CLAIMS)
def test_without_a_file_the_verdict_is_the_same_and_nothing_is_walked(
    spec, claim, tmp_path, monkeypatch
):
    whole = zermelo.prove(spec, claim=claim, out=tmp_path / "a.proof", native=False)
    monkeypatch.delattr("zermelo.proofs.portfolio.Portfolio.walked")
    alone = zermelo.prove(spec, claim=claim, native=False)
    assert alone.proven is whole.proven and alone.by == whole.by
    assert alone.positions is alone.moves is alone.bytes is None
    assert 0 < alone.nodes <= whole.nodes


def test_a_verdict_says_how_to_have_a_certificate(run, run_json):
    asked = ("prove", "nim(rows=[1, 2])", "--claim", "win", "--plain")
    assert "add --out FILE" in run(*asked)[1]
    result = run_json(*asked)
    assert result["proven"] is True and result["positions"] is result["bytes"] is None


class Uncompiled(Nim):
    """Its outcome asks for what machine code has not."""

    def outcome(self, state):
        return super().outcome(state) if re.match("", "") else ONGOING


class SureOfNothing(Uncompiled):
    """Proof numbers are its only search."""

    def assured(self, state, value):
        return 0


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Uncompiled(rows=(1, 2)), SureOfNothing(rows=(1, 2))])
def test_rules_that_do_not_compile_are_searched_plain(game):
    with pytest.warns(NativeWarning, match="a call of re.match"):
        assert zermelo.prove(game, claim="win").proven
