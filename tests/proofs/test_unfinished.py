"""Proofs that go on where an earlier run ended: kept tables, a kill, other proofs, damage."""

import os
import signal
import subprocess
import sys
import zlib
from base64 import b64encode

import pytest

import zermelo
from zermelo.errors import UsageError
from zermelo.proofs.prove import PART

GAME = "connectfour(width=4, height=4)"
KILLED = f"""
import os, signal, zermelo
from zermelo.proofs import prove
prove.EVERY = prove.SHARE = 0
written, write = [], prove.Unfinished.write
def writing(self, kept):
    write(self, kept)
    written.append(kept.nodes)
    if len(written) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
prove.Unfinished.write = writing
zermelo.prove({GAME!r}, claim="draw", out="{{}}", native=False)
"""


def test_a_killed_proof_goes_on_where_it_was(tmp_path):
    out, whole = tmp_path / "a.proof", tmp_path / "whole.proof"
    killed = subprocess.run([sys.executable, "-c", KILLED.format(out)], check=False)
    assert killed.returncode == -signal.SIGKILL
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


def test_a_refuted_claim_leaves_no_file(tmp_path):
    out = tmp_path / "a.proof"
    zermelo.prove("tictactoe", claim="win", out=out, seconds=1e-6, native=False)
    assert (tmp_path / "a.proof.part").exists()
    assert zermelo.prove("tictactoe", claim="win", out=out, native=False).proven is False
    assert list(tmp_path.iterdir()) == []


def test_a_part_of_another_proof_or_with_damage_is_refused(tmp_path):
    out, part = tmp_path / "a.proof", tmp_path / "a.proof.part"
    zermelo.prove("tictactoe", claim="win", out=out, seconds=1e-6, native=False)
    for spec, claim in (("tictactoe", "draw"), ("nim(rows=[1, 2])", "win")):
        with pytest.raises(UsageError, match="is part of another proof; remove it, or name"):
            zermelo.prove(spec, claim=claim, out=out, native=False)
    about, *_ = PART.read(part)
    bad = b64encode(zlib.compress(b"1234567")).decode()
    for content in (
        part.read_bytes()[:-9] + b"12345678\n",
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
