"""The documentation is true: its blocks print what they show, its examples run to their end."""

import csv
import importlib
import inspect
import json
import os
import pydoc
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from html import escape

import pytest

import plain
import zermelo
from documents import DOCS, ROOT, blocks, commands, text_of
from zermelo.experiments.metric import NODES
from zermelo.experiments.positions import MOST
from zermelo.players.levels import calibrations
from zermelo.reports.design import MEASURES

OTHERS = {"gallery", "lessons", "tutorials", "reference"}  # made by Sphinx, or run as notebooks
BLOCK = re.compile(
    r"^(?:<!-- (?:file: (?P<file>\S+)|(?P<read>read only)) -->\n)?"
    r"(?P<fence>`{3,})(?P<kind>\w*|\{[^\n]*)\n(?P<text>.*?)^(?P=fence)$"
    r"|^(?P<lines>    zermelo [^\n]*\n(?:    [^\n]*\n)*)",
    re.MULTILINE | re.DOTALL,
)
PAGES = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]


def read_blocks(text: str) -> Iterator[dict[str, object]]:
    """The code blocks of a page, as docs/extensions/running.py takes them."""
    for found in BLOCK.finditer(text):
        kind, code = found["kind"] or "default", (found["text"] or found["lines"] or "").rstrip()
        if not kind.startswith("{"):  # a directive
            yield {"kind": kind, "text": code, "file": found["file"], "read": bool(found["read"])}


@pytest.mark.parametrize(
    "page",
    [page for page in sorted(PAGES) if not OTHERS & {*page.parts} and "```" in page.read_text()],
    ids=lambda page: page.stem,
)
def test_the_blocks_of_a_page_run_as_printed(page):
    done = subprocess.run(
        [sys.executable, str(DOCS / "extensions" / "running.py")],
        input=json.dumps([*read_blocks(page.read_text(encoding="utf-8"))]),
        env=os.environ | {"ZERMELO_NATIVE": "off"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.strip().rpartition("\n")[2]) == []


def test_the_commands_on_books_run(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    assert len(commands("books.md")) == 5
    for line in commands("books.md")[1:]:
        line = line.replace("3000", "100").replace("100,book", "1,book").replace("500", "50")
        assert run(*shlex.split(line)[1:])[0] == 0, line


CLUSTER = ROOT / "examples" / "cluster" / "cluster.yaml"


def test_the_page_on_clusters_shows_the_file_for_ray():
    assert blocks("cluster.md", "yaml") == [CLUSTER.read_text()]


def test_ray_takes_its_file():
    pytest.importorskip("ray")
    import yaml
    from ray.autoscaler._private.util import prepare_config, validate_config

    made = prepare_config(yaml.safe_load(CLUSTER.read_text()))
    validate_config(made)
    assert made["max_workers"] == len(made["provider"]["worker_ips"]) == 2
    for role in ("head", "worker"):
        assert any("zermelo[solve,ray]" in command for command in made[f"{role}_setup_commands"])
        assert made[f"{role}_start_ray_commands"][0] == "ray stop"


def test_the_kernel_of_a_page_counts_the_same_plain_and_compiled(tmp_path, monkeypatch):
    (own,) = (block for block in blocks("compiling.md") if "def count_wins" in block)
    (tmp_path / "wins.py").write_text(own)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wins", raising=False)
    from wins import count_wins

    for name in ("nim(rows=[1, 2])", "connectfour(width=4, height=4, k=3)"):
        game = zermelo.game(name)
        assert count_wins(game, game.start(), 5) == count_wins.native(game, game.start(), 5)


def documented() -> Iterator[tuple[str, str]]:
    """Each name that the reference lists, and each public member of a class, with its docstring."""
    for name in re.findall(
        r"^\.\. auto(?:class|function):: (\S+)$", text_of("reference/api.md"), re.M
    ):
        public = pydoc.locate(name)
        yield name, inspect.getdoc(public) or ""
        for member, value in vars(public).items() if inspect.isclass(public) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or hasattr(value, "fget")):
                yield f"{name}.{member}", inspect.getdoc(value) or ""


def faults(docstring: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The faults that the parser of the markup sees in `docstring`."""
    monkeypatch.syspath_prepend(DOCS / "extensions")
    lines = docstring.splitlines()
    importlib.import_module("docstrings").terms_listed(None, "", "", None, None, lines)
    core = importlib.import_module("docutils.core")
    quiet = {"report_level": 5, "halt_level": 6}
    document = core.publish_doctree("\n".join(lines), settings_overrides=quiet)
    return [message.astext() for message in document.parse_messages]


@pytest.mark.parametrize(
    "name, docstring", [pytest.param(*pair, id=pair[0]) for pair in documented()]
)
def test_docstrings_are_sound_markup(
    name: str, docstring: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert faults(docstring, monkeypatch) == []


LESSONS = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.compiled
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_and_is_short(path, capsys):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60 and sum(line.startswith("# %%") for line in lines) >= 4
    runpy.run_path(str(path))
    assert len(capsys.readouterr().out.splitlines()) > 20


def test_there_is_a_lesson_for_each_course():
    assert [path.stem for path in LESSONS] == ["alphabeta", "limits", "minimax", "morris"]


def test_the_table_of_levels_is_what_is_stored():
    rows = [*csv.reader(text_of("measurements/levels.csv").splitlines())]
    published = {(row[0], row[1]): (row[2], row[3], row[4], row[6]) for row in rows[1:]}
    stored = {}
    for game, levels in calibrations().items():
        for row in levels:
            share = (
                f"{row['share']:.3f} ({row['low']:.3f}–{row['high']:.3f})" if row["score"] else ""
            )
            stored[game, str(row["level"])] = (
                f"{row['rate']:g}",
                f"{row['mistakes']:.3f}",
                f"{row['nodes']:,}",
                share,
            )
    assert published == stored


NAMES = [path.stem for path in plain.lessons()]
AGAIN = "it is out of date: run docs/extensions/plain.py"


def test_there_are_no_others():
    files = {path.name for path in plain.OUT.iterdir()}
    assert {name.partition(".")[0].partition("-")[0] for name in files} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_texts_cells_and_drawings_are_those_of_the_lesson(name):
    lesson = plain.Lesson(plain.SOURCES / f"{name}.md")
    kept = json.loads((plain.OUT / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert kept == lesson.notebook(), AGAIN
    page = (plain.OUT / f"{name}.md").read_text(encoding="utf-8")
    served = (plain.SERVED / f"{name}.html").read_text(encoding="utf-8")
    for kind, content, html in lesson.parts:
        assert kind == "hidden" or content in page, AGAIN
        assert html in served and (kind != "cell" or escape(content) in served), AGAIN
    for file, drawing in lesson.drawings.items():
        assert (plain.OUT / file).read_text(encoding="utf-8") == drawing, AGAIN
    assert "{code-cell}" not in page and "```{" not in page
    source = (plain.SOURCES / f"{name}.md").read_text(encoding="utf-8")
    assert not re.search(r"^ *```\{[^`\n]*`", source, re.MULTILINE)  # no block of Markdown


def test_a_notebook_installs_zermelo_from_the_pages_once_they_have_an_address(monkeypatch):
    lesson = plain.SOURCES / f"{NAMES[0]}.md"
    monkeypatch.setattr(plain, "address", str)
    assert plain.Lesson(lesson).notebook()["cells"][0]["cell_type"] == "markdown"
    monkeypatch.setattr(plain, "address", lambda: "https://someone.github.io/games/")
    made = plain.Lesson(lesson)
    first, *cells = made.notebook()["cells"]
    assert f" @ https://someone.github.io/games/zermelo-{zermelo.__version__}-" in first["source"]
    code = sum(cell["cell_type"] == "code" for cell in (first, *cells))
    page = made.files([[]] * code)[plain.OUT / f"{NAMES[0]}.md"]
    assert f"someone/games/blob/main/docs/lessons/{NAMES[0]}.ipynb)" in page and "%pip" not in page


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_cells_give_out_what_is_written(name):
    made = plain.written(plain.SOURCES / f"{name}.md")
    for file, text in made.items():
        kept = file.read_text(encoding="utf-8")
        if " ms<" not in text and "ms%3C" not in text:  # a plot of times
            assert plain.steady(kept) == plain.steady(text), (file, AGAIN)


def test_every_measure_of_a_report_is_defined():
    defined = {
        name.strip()
        for row in re.findall(r"^\| (.*?) \| .* \| .*\|$", text_of("report.md"), re.MULTILINE)
        for name in row.split(",")
        if name not in ("measure", "---")
    }
    assert defined == set(MEASURES)


def test_the_numbers_of_a_report_are_those_of_the_code():
    assert f"{MOST:,} positions" in text_of("report.md")
    assert f"{', '.join(map(str, NODES[:-1]))} and {NODES[-1]} states" in text_of("report.md")
