"""What is printed: a text of a file's does not steer the terminal; durations."""

import json

from rich.table import Table
from rich.text import Text

from zermelo.cli.output import complain, console, print_json
from zermelo.process.texts import seconds_text

HOSTILE = "red \x1b[31m, title \x1b]0;x\x07, backwards \u202e, \x9b2J, \ud800"


def controls(text: str) -> list[str]:
    return [symbol for symbol in text if not symbol.isprintable() and symbol != "\n"]


def test_reports_spell_out_what_would_steer_the_terminal(capsys):
    table = Table("a", "b")
    table.add_row(HOSTILE, Text(HOSTILE, "bold"))
    console().print(table, HOSTILE, soft_wrap=True)
    out = capsys.readouterr().out
    assert r"\x1b[31m" in out and r"\u202e" in out and controls(out) == []


def test_json_escapes_it(capsys):
    print_json({"text": HOSTILE, "king": "♔"})
    out = capsys.readouterr().out
    assert json.loads(out)["text"] == HOSTILE and "♔" in out and controls(out) == []


def test_mistakes_are_one_line_of_it(capsys):
    complain(HOSTILE + "\nzermelo: all is well")
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and r"\x1b[31m" in err and controls(err) == []


def test_durations_are_in_minutes_and_hours_when_long():
    texts = {0.0123: "12.3 ms", 99.5: "99.50 s", 100: "1 min 40 s", 3599.6: "1 h 0 min"}
    texts |= {30939.76: "8 h 35 min", 4e9: "1,111,111 h 6 min"}
    assert {seconds: seconds_text(seconds) for seconds in texts} == texts
    assert [seconds_text(seconds, 0) for seconds in (0.2, 40.4, 100)] == [
        "0 s",
        "40 s",
        "1 min 40 s",
    ]
