"""docs/report.md is true: its session runs, its commands are read, and every measure is defined."""

import re
from pathlib import Path

from zermelo.experiments.metric import NODES
from zermelo.experiments.positions import MOST
from zermelo.reports.design import MEASURES

TEXT = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")


def test_every_measure_is_defined():
    defined = {
        name.strip()
        for row in re.findall(r"^\| (.*?) \| .* \| .*\|$", TEXT, re.MULTILINE)
        for name in row.split(",")
        if name not in ("measure", "---")
    }
    assert defined == set(MEASURES)


def test_the_numbers_are_those_of_the_code():
    assert f"{MOST:,} positions" in TEXT
    assert f"{', '.join(map(str, NODES[:-1]))} and {NODES[-1]} states" in TEXT
