"""Where output is not UTF-8, every command prints signs that its encoding has."""

import ast
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from processes import importing
from zermelo.cli import main
from zermelo.process import texts

SOURCE = Path(zermelo.__file__).parent
ENCODINGS = "cp1252", "ascii"
COMMANDS = (
    "games", "show tictactoe", "show go --moves c3", "show hex", "show dotsandboxes",
    "show lgame", "show domineering", "analyze tictactoe --depth 2", "playouts tictactoe --games 9",
    "value domineering(width=2,height=2)", "perft nim 2",
    "estimate nim(rows=[2,1])", "solve nim(rows=[2,1])",
    "tree nim(rows=[2,1])", "tree nim(rows=[2,1]) --json", "match nim first random --games 2",
    "tournament nim first random --games 2", "exercise",
    "check nim(rows=[1,1])", "prove nim(rows=[2,1]) --claim win",
    "show nim --moves ∞", "report nim(rows=[1,1]) --seconds 1",
)  # fmt: skip


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_print_in_any_encoding(command, encoding, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    texts.replace_unencodable()
    assert main(command.split()) == (2 if "∞" in command else 0)
    for stream in streams:
        stream.seek(0)
    printed, faults = (stream.read() for stream in streams)
    assert "�" not in printed
    assert "Traceback" not in faults
    if "--json" in command:
        json.loads(printed)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_the_command_itself_replaces_what_an_encoding_lacks(encoding):
    setting = {**importing(), "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "zermelo", "show", "lgame"]
    done = subprocess.run(command, env=setting, capture_output=True, check=True)
    board = done.stdout.decode(encoding)
    assert "| @ |" in board.replace("│", "|")
    assert "| * |" in board.replace("│", "|")


def test_bytes_that_are_no_text_do_not_end_a_game():
    setting = {**importing(), "PYTHONIOENCODING": "utf-8:strict"}
    command = [sys.executable, "-m", "zermelo", "play", "tictactoe"]
    done = subprocess.run(
        command, env=setting, input=b"caf\xe9\nquit\n", capture_output=True, check=True
    )
    assert "caf�" in done.stdout.decode()


def test_json_is_the_same_in_any_encoding(run_json, monkeypatch):
    there = run_json("games", "--json")
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    main(["games", "--json"])
    stream.seek(0)
    assert json.loads(stream.read()) == there


@pytest.mark.parametrize("room", ["games", "kit", "reports", "terminal", "values", "draw"])
def test_every_sign_of_what_is_printed_has_one_in_ascii(room):
    signs_there = {
        sign
        for path in (SOURCE / room).rglob("*.py")
        if path.name != "tikz.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value
        for sign in node.value
        if not sign.isascii()
    }
    plain = {sign: texts.in_ascii(sign) for sign in signs_there}
    assert [sign for sign, text in plain.items() if text == "?" or not text.isascii()] == []
