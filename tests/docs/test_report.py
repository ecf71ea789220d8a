"""docs/report.md is true: its session runs, its commands are read, and every measure is defined."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from zermelo.cli.application import group
from zermelo.experiments.profile.ladder import NODES
from zermelo.experiments.profile.whole import MOST
from zermelo.reports.design.measures import MEASURES

TEXT = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    zermelo (report .*)$", TEXT, re.MULTILINE)


def test_the_session_runs():
    sessions = "".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    parsed = doctest.DocTestParser().get_doctest(sessions, {}, "docs/report.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(parsed)
    assert runner.tries > 3 and runner.failures == 0


def test_every_measure_is_defined():
    defined = {
        name.strip()
        for row in re.findall(r"^\| ([A-Z].*?) \|", TEXT, re.MULTILINE)
        for name in row.split(",")
    }
    assert defined == set(MEASURES)


def test_the_numbers_are_those_of_the_code():
    assert f"{MOST:,} positions" in TEXT
    assert f"{', '.join(map(str, NODES[:-1]))} and {NODES[-1]} states" in TEXT


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_are_read(line):
    import shlex

    command = group("report").commands["report"]
    command.make_context("report", shlex.split(line)[1:], resilient_parsing=False)
