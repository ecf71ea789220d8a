"""A release is complete and installs; no allowed version of a library is known to be unsafe."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import zermelo
from address import NAMED, address, with_address
from floors import floor, floors
from processes import PATIENCE

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITED = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "MANIFEST.in")
BUILD = """
from setuptools import build_meta
build_meta.build_sdist("dist")
build_meta.build_wheel("dist")
"""


def run(*command: str | Path, where: Path) -> str:
    done = subprocess.run(
        [*map(str, command)], cwd=where, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_of(folder: Path) -> set[str]:
    """The paths of all files of the package, code and data."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path]:
    """The source archive and the wheel, built from a copy because a build leaves files behind."""
    copy = tmp_path_factory.mktemp("release")
    for name in BESIDE:
        shutil.copy(ROOT / name, copy)
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", copy / "src", ignore=ignored)
    run(sys.executable, "-c", BUILD, where=copy)
    (source,), (wheel,) = copy.glob("dist/*.tar.gz"), copy.glob("dist/*.whl")
    return source, wheel


@pytest.mark.long
def test_both_archives_have_every_file_of_the_package(built):
    source, wheel = built
    with zipfile.ZipFile(wheel) as packed:
        in_wheel = set(packed.namelist())
    with tarfile.open(source) as packed:
        in_source = {name.partition("/")[2] for name in packed.getnames()}
    ours = files_of(ROOT / "src" / "zermelo")
    assert {f"zermelo/{name}" for name in ours} - in_wheel == set()
    assert {f"src/zermelo/{name}" for name in ours} - in_source == set()
    assert set(BESIDE) - in_source == set()
    foreign = {name for name in in_wheel if not name.startswith(("zermelo/", "zermelo-"))}
    assert foreign == set()


@pytest.mark.long
def test_the_wheel_installs_and_its_command_works(built, tmp_path):
    """The fresh environment sees the libraries of this one, but not its Zermelo."""
    _, wheel = built
    place = tmp_path / "fresh"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    install = ("install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
    alone = ("env", "-u", "PYTHONPATH")  # which may contain a Zermelo
    run(*alone, sys.executable, "-m", "pip", "--python", python, *install, wheel, where=tmp_path)
    (home,) = place.glob("lib/python*/site-packages")
    (home / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    where = run(python, "-I", "-c", "import zermelo; print(zermelo.__file__)", where=tmp_path)
    assert Path(where.strip()).is_relative_to(home)
    command = (*alone, place / "bin" / "zermelo")
    output = run(*command, "analyze", "nim(rows=[1, 2, 3])", "--plain", where=tmp_path)
    assert "player 1 to move: player 2 wins" in output
    run(*command, "new", "four-field", where=tmp_path)
    assert (tmp_path / "zermelo-four-field" / "pyproject.toml").is_file()


def test_the_version_and_the_author_are_the_same_everywhere():
    assert PROJECT["version"] == zermelo.__version__
    assert f"\nversion: {zermelo.__version__}\n" in CITED
    (author,) = PROJECT["authors"]
    assert f"\nauthors:\n  - name: {author['name']}\n" in CITED
    assert f"\nlicense: {PROJECT['license']}\n" in CITED
    holder = author["name"].removeprefix("The ")
    assert holder in (ROOT / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMED)
def test_every_file_names_the_address_of_the_pages_and_none_until_there_is_one(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert with_address(name, text, address()) == text
    named = with_address(name, text, "https://zermelo.example/")
    assert named.count("https://zermelo.example/") == 1
    moved = named.replace("zermelo.example", "other.example")
    assert with_address(name, named, "https://other.example/") == moved
    without = with_address(name, named, "")
    assert with_address(name, without, address()) == text and "example/" not in without


UNSAFE = {
    "h11": "0.15.0",  # CVE-2025-43859, requests smuggled in chunks
    "starlette": "0.49.0",  # CVE-2025-62727, quadratic time for a range header
}
REQUIRED = {
    requirement.name: requirement.specifier
    for texts in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for requirement in map(Requirement, texts)
    if requirement.name != "zermelo"
}


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_versions_are_not_accepted(name):
    assert not REQUIRED[name].contains(UNSAFE[name])


def test_pinned_versions_are_those_asked_for_and_have_hashes():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line and "#" not in line)
    pinned = {name.lower(): Version(version.strip()) for name, version in pins.items()}
    for name, asked in REQUIRED.items():
        assert pinned[name.lower()] in asked, name
    pins = (ROOT / "constraints.txt").read_text().lower().replace("_", "-").splitlines()
    listed = re.findall(r"^(\S+==\S+)", (ROOT / "hashes.txt").read_text(), re.MULTILINE)
    others = [one for one in listed if one not in pins]
    assert {one.split("==")[0] for one in others} <= {"colorama"}  # on Windows alone


def test_the_floor_has_the_lowest_versions_and_the_tools_that_are_pinned():
    assert floor(Requirement("zarr>=3.1.6")) == "zarr==3.1.6"
    listed = dict(line.split("==") for line in floors())
    assert len(listed) == len(floors()), "one version each"
    assert {name.lower() for name in REQUIRED} == {name.lower() for name in listed}
    assert f"pytest=={listed['pytest']}\n" in (ROOT / "constraints.txt").read_text()
    assert {name for name in listed if Version(listed[name]) not in REQUIRED[name]} == set()
