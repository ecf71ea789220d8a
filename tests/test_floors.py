"""Libraries that read what strangers send: none older than the last one known to be unsafe."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parent.parent
UNSAFE = {
    "h11": "0.15.0",  # CVE-2025-43859, requests smuggled in chunks
    "starlette": "0.49.0",  # CVE-2025-62727, quadratic time for a range header
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
REQUIRED = {
    requirement.name: requirement.specifier
    for texts in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for requirement in map(Requirement, texts)
    if requirement.name != "zermelo"
}


@pytest.mark.parametrize("name", UNSAFE)
def test_what_is_known_to_be_unsafe_is_not_accepted(name):
    assert not REQUIRED[name].contains(UNSAFE[name])


def test_what_is_pinned_is_what_is_asked_for():
    pins = dict(
        line.split("==")
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if "==" in line and "#" not in line
    )
    pinned = {name.lower(): Version(version.strip()) for name, version in pins.items()}
    for name, asked in REQUIRED.items():
        assert pinned[name.lower()] in asked, name
