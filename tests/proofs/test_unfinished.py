"""Proofs that go on, verdicts without a file, analyses from certificates, and other code."""

import os
import re
import signal
import zlib
from base64 import b64encode

import pytest

import oracles
import zermelo
from processes import python
from walking import all_states
from zermelo import ONGOING
from zermelo.contract.analysis import value_by
from zermelo.errors import NativeWarning, UsageError
from zermelo.games.nim import Nim
from zermelo.proofs.prove import PART
from zermelo.proofs.verify import Known

GAME = "connectfour(width=4, height=4)"
KILLED = f"""
import os, signal, zermelo
from zermelo.proofs import prove
prove.EVERY = prove.SHARE = 0
written, write = [], prove._Attempt.write
def writing(self, part):
    write(self, part)
    written.append(part)
    if len(written) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
prove._Attempt.write = writing
zermelo.prove({GAME!r}, claim="draw", out="{{}}", native=False)
"""


def test_a_killed_proof_goes_on_where_it_was(tmp_path):
    out, whole = tmp_path / "a.proof", tmp_path / "whole.proof"
    assert python("-c", KILLED.format(out)).returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof.part"]
    done = zermelo.prove(GAME, claim="draw", out=out, native=False)
    scratch = zermelo.prove(GAME, claim="draw", out=whole, native=False)
    assert done.proven and done.earlier > 0
    assert done.nodes - done.earlier < scratch.nodes  # less than without what was kept
    assert zermelo.verify_proof(out).sound
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.proof", "whole.proof"]


def test_what_the_time_was_not_enough_for_is_kept_and_said(tmp_path, run, run_json):
    out = str(tmp_path / "a.proof")
    given = ("prove", "tictactoe", "--claim", "draw", "--plain", "--out", out)
    status, text, _ = run(*given, "--seconds", "0.000001")
    shown = "".join(text.split())  # where lines end depends on how long the path is
    assert status == 1 and f"kept{out}.part;thesamecommand" in shown
    assert "decided" not in text
    result = run_json(*given)
    assert result["proven"] is True and result["kept"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof"]


def test_a_special_file_gets_a_proof_and_nothing_beside_it(tmp_path):
    pipe, ends = tmp_path / "pipe", {"native": False, "seconds": 1e-6}
    os.mkfifo(pipe)
    assert zermelo.prove("tictactoe", claim="win", out=pipe, **ends).kept is None
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_part_goes_once_the_claim_is_refuted_and_a_damaged_or_other_one_is_refused(tmp_path):
    out, part = tmp_path / "a.proof", tmp_path / "a.proof.part"
    zermelo.prove("tictactoe", claim="win", out=out, seconds=1e-6, native=False)
    for spec, claim in (("tictactoe", "draw"), ("nim(rows=[1, 2])", "win")):
        with pytest.raises(UsageError, match="is part of another proof; remove it, or choose"):
            zermelo.prove(spec, claim=claim, out=out, native=False)
    whole, (about, *_) = part.read_bytes(), PART.read(part)
    bad = b64encode(zlib.compress(b"1234567")).decode()
    for content in (
        whole[:-9] + b"12345678\n",
        b"nothing",
        PART.lines([]),
        PART.lines([{**about, "goals": 3}]),
        PART.lines([about, ["df-pn", "%"]]),
        PART.lines([about, ["df-pn", bad]]),
        PART.lines([about, 7]),
    ):
        part.write_bytes(content)
        with pytest.raises(UsageError, match=r"a\.proof\.part"):
            zermelo.prove("tictactoe", claim="win", out=out, native=False)
    part.write_bytes(whole)
    assert zermelo.prove("tictactoe", claim="win", out=out, native=False).proven is False
    assert list(tmp_path.iterdir()) == []


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
    monkeypatch.delattr("zermelo.proofs.portfolio.Portfolio.walk_proof")
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
    """A game whose outcome uses what machine code lacks."""

    def outcome(self, state):
        return super().outcome(state) if re.match("", "") else ONGOING


class SureOfNothing(Uncompiled):
    """A game that only proof numbers can search."""

    def assured(self, state, value):
        return 0


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Uncompiled(rows=(1, 2)), SureOfNothing(rows=(1, 2))])
def test_rules_that_do_not_compile_are_searched_plain(game):
    with pytest.warns(NativeWarning, match="a call to re.match"):
        assert zermelo.prove(game, claim="win").proven


@pytest.mark.parametrize(
    ("spec", "claim"),
    [
        ("tictactoe", "draw"),
        ("nim(rows=[1, 2, 2])", "win"),
        ("nim(rows=[2, 2])", "loss"),
        ("domineering(width=3, height=3)", "win"),
        ("dotsandboxes(width=2, height=1)", "score = 0"),
        ("kalah(pits=2, seeds=1)", "score >= 1"),
    ],
)
def test_all_that_is_exact_is_what_minimax_says(spec, claim, tmp_path):
    out, by = tmp_path / "a.proof", "score" if "score" in claim else "outcome"
    game = value_by(zermelo.game(spec), by)
    worth = oracles.worth_of(game)
    done = zermelo.prove(spec, claim=claim, out=out, native=False)
    if not done.proven:
        claim = f"score <= {worth(game.start())}"
        assert zermelo.prove(spec, claim=claim, out=out, native=False).proven
    known, answered = Known(out, game), 0
    for state in all_states(game):
        low, high = known.bounds(state)
        assert low <= worth(state) <= high
        analysis = known.analysis(state)
        answered += analysis is not None
        for entry in analysis.moves if analysis else ():
            child = game.play(state, game.parse_move(state, entry.move))
            truth = oracles.mirrored(worth(child), game.player(child) == game.player(state))
            assert entry.value == truth if entry.exact else entry.value >= truth
        if analysis:
            best = {entry.move for entry in analysis.moves if entry.value == analysis.value}
            assert analysis.value == worth(state)
            assert set(analysis.best_moves) <= best and (analysis.best_moves or not analysis.moves)
    assert answered > 0


def test_the_command_answers_from_a_proof_and_searches_elsewhere(tmp_path, run, run_json):
    out = str(tmp_path / "a.proof")
    assert run("prove", "tictactoe", "--claim", "draw", "--plain", "--out", out)[0] == 0
    start = run_json("analyze", "tictactoe", "--proof", out)
    assert (start["value"], start["exact"], start["nodes"]) == (0, True, 10)
    lost = run_json("analyze", "tictactoe", "--moves", "0,1 0,0 2,1", "--plain", "--proof", out)
    assert lost["exact"] and lost["nodes"] > 10
    given_faults = ((("--by", "score"), "not a proof by score"), (("--moves", "9,9"), "9,9"))
    for given, fault in given_faults:
        status, _, err = run("analyze", "tictactoe", "--proof", out, *given)
        assert status == 2 and fault in err
    status, _, err = run("analyze", "nim", "--proof", out)
    assert status == 2 and "a proof about tictactoe, not about nim" in err


def test_a_certificate_by_other_rules_proves_nothing(tmp_path):
    """First the player who takes the last match wins, then that player loses."""
    file, path = tmp_path / "own.py", tmp_path / "a.proof"

    def own(outcome):
        head = "from zermelo.games.nim import Nim\nclass Own(Nim):\n    def outcome(self, state):\n"
        file.write_text(f"{head}        return {outcome}\n")
        return zermelo.game(f"{file}(rows=[1, 2])")

    assert zermelo.prove(own("super().outcome(state)"), claim="win", out=path, native=False).proven
    for end, holds in (-1, True), (1, False):
        game = own(f"2 if any(state.rows) else {end}")
        assert zermelo.verify_proof(path, game=game, native=False).sound == holds
