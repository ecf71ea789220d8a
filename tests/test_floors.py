"""The oldest libraries allowed: none known to be unsafe; versions.sh installs them."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from floors import floor, floors

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


def test_what_is_installed_by_its_sum_is_what_is_pinned():
    pins = (ROOT / "constraints.txt").read_text().lower().replace("_", "-").splitlines()
    listed = re.findall(r"^(\S+==\S+)", (ROOT / "hashes.txt").read_text(), re.MULTILINE)
    only_windows = {"colorama"}
    assert [
        one for one in listed if one not in pins and one.split("==")[0] not in only_windows
    ] == []


def test_the_floor_has_the_lowest_versions_and_the_tools_that_are_pinned():
    assert floor(Requirement("zarr>=3.1.6")) == "zarr==3.1.6"
    listed = dict(line.split("==") for line in floors())
    assert len(listed) == len(floors()), "one version each"
    assert {name.lower() for name in REQUIRED} == {name.lower() for name in listed}
    assert f"pytest=={listed['pytest']}\n" in (ROOT / "constraints.txt").read_text()
    assert {name for name in listed if Version(listed[name]) not in REQUIRED[name]} == set()
