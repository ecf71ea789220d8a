"""README and documentation are true: blocks print what they show, their games are sound."""

import csv
import importlib
import inspect
import json
import os
import pydoc
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest

import plain
import zermelo
from documents import DOCS, ROOT, blocks, commands, text_of
from processes import python
from zermelo.cli import main
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
    asked = json.dumps([*read_blocks(page.read_text(encoding="utf-8"))])
    environment = os.environ | {"ZERMELO_NATIVE": "off"}
    done = python(str(DOCS / "extensions" / "running.py"), input=asked, env=environment)
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


def test_the_page_on_clusters_shows_the_file_that_ray_takes():
    assert blocks("cluster.md", "yaml") == [CLUSTER.read_text()]
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


def list_docstrings() -> Iterator[tuple[str, str]]:
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
    importlib.import_module("docstrings").format_terms(None, "", "", None, None, lines)
    core = importlib.import_module("docutils.core")
    quiet = {"report_level": 5, "halt_level": 6}
    document = core.publish_doctree("\n".join(lines), settings_overrides=quiet)
    return [message.astext() for message in document.parse_messages]


@pytest.mark.parametrize(
    "name, docstring", [pytest.param(*pair, id=pair[0]) for pair in list_docstrings()]
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


def test_the_table_of_levels_is_what_is_stored():
    rows = [*csv.reader(text_of("measurements/levels.csv").splitlines())]
    published = {(row[0], row[1]): (row[2], row[3], row[4], row[6]) for row in rows[1:]}
    stored = {}
    for game, levels in calibrations().items():
        for row in levels:
            share = "{share:.3f} ({low:.3f}–{high:.3f})".format(**row) if row["score"] else ""
            facts = "{rate:g};{mistakes:.3f};{nodes:,}".format(**row).split(";")
            stored[game, str(row["level"])] = (*facts, share)
    assert published == stored


NAMES = [path.stem for path in plain.lessons()]
AGAIN = "it is out of date: run docs/extensions/plain.py"


def test_there_is_a_lesson_for_each_course_and_no_other():
    files = {path.name for path in plain.OUT.iterdir()}
    assert {name.partition(".")[0].partition("-")[0] for name in files} == set(NAMES)
    assert [path.stem for path in LESSONS] == ["alphabeta", "limits", "minimax", "morris"]


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
    made = plain.run_lesson(plain.SOURCES / f"{name}.md")
    for file, text in made.items():
        kept = file.read_text(encoding="utf-8")
        if " ms<" not in text and "ms%3C" not in text:  # a plot of times
            assert plain.without_times(kept) == plain.without_times(text), (file, AGAIN)


def test_every_measure_of_a_report_is_defined_and_its_numbers_are_those_of_the_code():
    defined = {
        name.strip()
        for row in re.findall(r"^\| (.*?) \| .* \| .*\|$", text_of("report.md"), re.MULTILINE)
        for name in row.split(",")
        if name not in ("measure", "---")
    }
    assert defined == set(MEASURES)
    assert f"{MOST:,} positions" in text_of("report.md")
    assert f"{', '.join(map(str, NODES[:-1]))} and {NODES[-1]} states" in text_of("report.md")


def test_the_game_in_thirty_lines_is_played_to_its_end(chomp, capsys, monkeypatch):
    typed = map(str, range(11, 0, -1))
    monkeypatch.setattr("builtins.input", lambda *prompt: next(typed))
    assert main(["play", chomp, "--second", "human", "--bare"]) == 0
    out = capsys.readouterr().out
    assert "Game over: player 1 wins." in out
    assert "moves: 11 10 9 8 7 6 5 4 3 2 1" in out


@pytest.mark.compiled
def test_the_game_in_thirty_lines_is_analysed_and_won_by_the_computer(chomp, run_json):
    answer = run_json("analyze", f"{chomp}:Chomp(width=3)")
    assert (answer["value"], answer["exact"], answer["native"]) == (1, True, True)
    seats = ("--first", "computer", "--second", "random", "--seed", "1")
    assert run_json("play", chomp, *seats)["outcome"] == "player 1 wins"


TEXT = text_of("your-game.md")
FILES = dict(
    re.findall(r"^<!-- file: (\S+) -->\n```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder with the file that the page writes, in which its commands are run."""
    for name, source in FILES.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    (weighed,) = set(blocks("your-game.md")) - set(FILES.values())
    (tmp_path / "weighed.py").write_text(f"{FILES['coins.py']}\n\n{weighed}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    return tmp_path


DRAWN = {
    "coins.svg": "show coins.py --out",
    "coins-tree.svg": 'tree coins.py --by score --moves "right right right left" --out',
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_drawings_for_code_hosts_are_what_their_commands_write(folder, name):
    assert main([*shlex.split(DRAWN[name]), name]) == 0
    assert (folder / name).read_text("utf-8") == (DOCS / name).read_text("utf-8")
    assert f"({name})" in TEXT


@pytest.mark.parametrize("name", ["avoid.py", "hops.py", "rex.py", "weighed.py:Weighed"])
def test_the_games_on_boards_and_with_features_are_sound(folder, name, monkeypatch):
    monkeypatch.setattr("zermelo.laws.check.NEAREST", 4)
    findings, own = zermelo.check(zermelo.game(name), games=1, native=False), "Weighed" in name
    assert findings.sound and (own or not findings.suspicions)
    assert ({"features"} if own else {"move texts", "pictures"}) <= set(findings.laws)


def test_whoever_makes_the_last_move_pays_for_it_as_lagarias_and_sleator_say(folder):
    """Who loses misère Hex, 1999: the first player wins on boards of even size."""
    values = [zermelo.solve(f"rex.py:Rex(size={size})", native=False).value for size in (2, 3)]
    assert values == [1, -1]


def test_the_game_is_played_line_by_line(folder, capsys, monkeypatch):
    played = [line for line in blocks("your-game.md", "sh")[0].splitlines() if "--bare" in line]
    (command,) = (line.partition("#")[0] for line in played)
    typed = iter(["right", "Pass", "left", "right", "right", "left", "left"])
    monkeypatch.setattr("builtins.input", lambda *prompt: next(typed))
    assert main(shlex.split(command)[1:]) == 0
    shown = capsys.readouterr().out
    assert "Game over" in shown and "moves: right pass left right right left left" in shown


@pytest.mark.compiled
def test_the_game_compiles(folder, monkeypatch):
    monkeypatch.delenv("ZERMELO_NATIVE")
    assert zermelo.analyze(zermelo.game("coins.py"), by="score").native


def test_the_picture_and_the_game_on_showing_are_sound(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    (command,) = re.findall(r"zermelo (show \"iso.*?)\n\n", text_of("showing.md"), re.DOTALL)
    *arguments, file = shlex.split(command.replace("\\\n", " "))
    assert main([*arguments, str(tmp_path / "drawn.svg")]) == 0
    assert (tmp_path / "drawn.svg").read_text() == (ROOT / file).read_text()
    (source,) = blocks("showing.md")
    (tmp_path / "cram.py").write_text(source)
    assert zermelo.check(zermelo.game(f"{tmp_path}/cram.py"), games=3, native=False).sound


COMMANDS = commands("matches.md")
SMALLER = {  # what ends a command sooner: of an option given twice the last counts
    "match": ["--games", "2"],
    "tournament": ["--games", "2"],
    "experiment": [],
    "import": [],
    "tune": ["--games", "2", "--rounds", "1", "--most-games", "2"],
    "solve": [],
}
# These take long; tests/solver/test_solve.py holds them.
LONG = ("solve morris", "--database three", "endgames='three'")


@pytest.fixture
def bots(tmp_path, monkeypatch):
    own, bot = blocks("matches.md")
    (tmp_path / "mine.py").write_text(own)
    (tmp_path / "bot.py").write_text(bot)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.compiled
@pytest.mark.parametrize("command", [c for c in COMMANDS if not any(part in c for part in LONG)])
def test_the_commands_on_matches_run(command, bots, capsys):
    words = shlex.split(command.replace("python3", sys.executable), comments=True)[1:]
    if "--gauntlet" in words:
        words[1] = "isolation(width=3, height=3)"
    if words[0] == "import":
        (bots / "club.pgn").write_text('[Event "club"]\n\n1. e4 e5 2. Nf3 *\n')
    if "--results" in words:
        made = ["match", words[1], "alphabeta:depth=1", "random", "--games", "4"]
        assert main([*made, "--export", words[words.index("--results") + 1]]) == 0
    assert main([*words, *SMALLER[words[0]]]) == 0
    printed = capsys.readouterr()
    assert "forfeit" not in printed.out and "zermelo:" not in printed.err
