"""docs/lessons and the package's lessons are as docs/extensions/plain.py makes them."""

import json
import re
from html import escape

import pytest

import plain
import zermelo

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
