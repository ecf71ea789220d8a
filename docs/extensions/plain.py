"""Generate the lessons for code hosts and for `zermelo serve`.

    python docs/extensions/plain.py

runs the cells of docs/tutorials and writes docs/lessons: NAME.md with the output of the cells, its
drawings, and NAME.ipynb. Boards and search trees become drawings, which leave out the answers of
exercises; other pages become the command that opens them. Once the pages have an address
(docs/conf.py), notebooks begin with a cell that installs Zermelo from there. The script also
writes web/lessons/NAME.html in the package, with interactive boards and trees.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import wheel
import zermelo
from address import address
from formulas import formula
from frames import Frame, frame, language_of, predict, search_traces, start_command, tree_caption
from zermelo.course.exercise import exercise_called, in_german
from zermelo.errors import ParameterError
from zermelo.play.position import Position, position
from zermelo.trees.page import worksheet
from zermelo.trees.svg import tree_svg
from zermelo.web.studentcode import image, shown_html

DOCS = Path(__file__).parents[1]
SOURCES, OUT = DOCS / "tutorials", DOCS / "lessons"
SERVED = DOCS.parent / "src" / "zermelo" / "web" / "lessons"
FENCE = re.compile(r"^( *)```\{([\w-]+)\}(.*?)\n(.*?)^ *```\n", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
OPTION = re.compile(r"^ *:([\w-]+):(.*)\n", re.MULTILINE)
DOWNLOAD = re.compile(r"^\{download\}.*\n\n", re.MULTILINE)  # the link to the notebook
ALIVE = "In the site that `make docs` builds, boards and trees are alive and exercises are checked."
SHOWN = ("state", "moves", "algorithm", "depth", "against", "exercise")  # options of `zermelo tree`
TO_LESSON = re.compile(r"\]\((minimax|limits|alphabeta|morris|morris_de|nimsums)\.md\)")
LINK = re.compile(r'<a href="(?!lesson-|https:)([^"]*)">(.*?)</a>')
HOSTED = re.compile(r"https://([\w-]+)\.github\.io/([\w.-]+)/")  # sites whose notebooks Colab opens
TIME = re.compile(r"\d[\d.,]* (?:µs|ms|s|times)\b|[\d.]+(?: [kM])?/s")


def lessons() -> list[Path]:
    """The sources of all lessons."""
    return sorted(SOURCES.glob("*.md"))


def run_lesson(lesson: Path) -> dict[Path, str]:
    """Run the cells of a lesson; return path → text for the files that show their outputs."""
    import nbformat
    from nbclient import NotebookClient

    made = Lesson(lesson)
    book = nbformat.from_dict(made.notebook())
    NotebookClient(book, timeout=600, resources={"metadata": {"path": str(OUT)}}).execute()
    outputs = [cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code"]
    return made.files(outputs)


class Part(NamedTuple):
    """A part of a lesson: its Markdown or code, and its HTML, unless that follows from these.

    kind  "text"; "live" (a directive); "cell"; "hidden" (a cell that only the notebook has); or
          "link" (the links to the notebook, which only the pages have)
    """

    kind: str
    content: str
    html: str = ""


class Lesson:
    """A lesson in parts."""

    def __init__(self, source: Path) -> None:
        self.name = source.stem
        self.language = language_of(self.name)
        self.say: Callable[[str], str] = in_german if self.language == "de" else str
        text = HEAD.sub("", source.read_text(encoding="utf-8")).lstrip()
        self.drawings: dict[str, str] = {}
        self.drawn = 0  # drawings by cells; numbered, because their content may depend on times
        site = address()
        links = f"[{self.say('This lesson as a notebook')}]({self.name}.ipynb)"
        if HOSTED.fullmatch(site):
            colab = r"https://colab.research.google.com/github/\1/\2/blob/main/docs/lessons/"
            links += f", [on Colab]({HOSTED.sub(colab, site)}{self.name}.ipynb)"
        before, after = DOWNLOAD.split(text)
        self.parts = [Part("hidden", wheel.install_cell(site))] if site else []
        self.parts += [*self._parts(before), Part("link", f"{links}. {self.say(ALIVE)}")]
        self.parts += self._parts(_relink(after))

    def _parts(self, text: str) -> Iterator[Part]:
        end = 0
        for fence in FENCE.finditer(text):
            if before := text[end : fence.start()].strip("\n"):
                yield Part("text", before)
            end = fence.end()
            options = {name: caption.strip() for name, caption in OPTION.findall(fence[4])}
            content = OPTION.sub("", fence[4]).strip("\n")
            if fence[2] == "code-cell":
                yield Part("hidden" if "tags" in options else "cell", content)
            else:
                yield self._directive(fence[2], fence[3].strip(), options, content)
        if rest := text[end:].strip("\n"):
            yield Part("text", rest)

    def _directive(self, kind: str, given: str, options: dict[str, str], content: str) -> Part:
        lines = [line.strip() for line in content.splitlines()]
        if kind == "predict":
            why = options["why"]
            choices = "\n".join(f"- {line.lstrip('* ')}" for line in lines)
            answer = f"<details><summary>{self.say('Answer')}</summary>{why}</details>"
            asked = f"**{self.say('What do you expect?')}** {given}\n\n{choices}\n\n{answer}"
            return Part("live", asked, predict(given, why, lines))
        made = frame(kind, given, options, lines, self.language)
        if kind in ("board", "tree"):
            return self._drawing(kind, given, options, made)
        words = f"{made.caption} `zermelo serve` has the page, on the card of each game."
        if kind == "exercise":
            task = exercise_called(given, self.language)
            begun = f"**{self.say('Exercise')} {task.course.split()[0]}.**"
            words = f"{begun} {made.title}: `{start_command(task)}`"
        elif kind == "series":
            trees = "".join(f"\n- `{line}`" for line in lines)
            words = f"Find the {given} of each tree; MAX is to move at the root:\n{trees}"
        return Part("live", words, made.figure())

    def _drawing(self, kind: str, given: str, options: dict[str, str], made: Frame) -> Part:
        game = zermelo.game(given)
        state = position(game, state=options.get("state"), moves=options.get("moves"))
        command = f'zermelo {"play" if kind == "board" else kind} "{given}"'
        for name in [name for name in SHOWN if name in options]:
            value = options[name]
            command += f" --{name} {value}" if value.isalnum() else f' --{name} "{value}"'
        if kind == "board":
            drawings = [Position(game, state).svg()]
        else:
            command += " --out tree.html"
            drawings = list(_trees(game, state, options))
        images = [f"![{kind} of {given}]({self._store(drawing)})" for drawing in drawings]
        words = "\n\n".join([*images, f"{made.caption} `{command}`".lstrip()])
        if not made.caption:
            seen = tree_caption(given, options, search_traces(game, state, options)[0])
            made = made._replace(caption=self.say(seen))
        return Part("live", words, made.figure())

    def _store(self, drawing: str) -> str:
        """Store a drawing, and return the name of its file."""
        name = f"{self.name}-{sha256(drawing.encode()).hexdigest()[:8]}.svg"
        self.drawings[name] = drawing
        return name

    def notebook(self) -> dict[str, Any]:
        """The lesson as a notebook that runs, without outputs."""
        cells = []
        for kind, content, _ in self.parts:
            if kind in ("text", "live"):
                cells.append({"cell_type": "markdown", "metadata": {}, "source": content})
            elif kind != "link":
                cell = {"cell_type": "code", "metadata": {}, "execution_count": None}
                cells.append(cell | {"outputs": [], "source": content})
        numbered = [{"id": f"{self.name}-{place}", **cell} for place, cell in enumerate(cells)]
        kernel = {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        }
        return {"cells": numbered, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}

    def files(self, outputs: list[Any]) -> dict[Path, str]:
        """Path → text for the lesson's files, given the `outputs` of each cell."""
        waiting, parts, served = iter(outputs), [], []
        for kind, content, html in self.parts:
            if kind in ("text", "link", "live"):
                parts.append(content)
                served.append(html or (hypertext(content) if kind == "text" else ""))
                continue
            given = list(_merge_streams(next(waiting)))
            if kind == "cell":
                parts.append(f"```python\n{content}\n```")
                parts += filter(None, map(self._output, given))
                served.append(_cell(content, given))
        page = "\n\n".join(parts) + "\n"
        book = json.dumps(self.notebook(), indent=1, ensure_ascii=False) + "\n"
        made = {f"{self.name}.md": page, f"{self.name}.ipynb": book, **self.drawings}
        alive = "\n".join(filter(None, served)) + "\n"
        return {OUT / name: text for name, text in made.items()} | {
            SERVED / f"{self.name}.html": alive
        }

    def _output(self, output: Any) -> str:
        data = output.get("data", {})
        if drawing := data.get("image/svg+xml"):
            self.drawn += 1
            name = f"{self.name}-{self.drawn}.svg"
            self.drawings[name] = drawing
            return f"![what the cell draws]({name})"
        text = output.get("text") or data.get("text/plain", "")
        return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


def _cell(code: str, outputs: list[Any]) -> str:
    """The HTML of a cell, like MyST-NB's, in which static/lesson.js finds the code."""
    given = "".join(map(_output_html, outputs))
    return (
        f'<div class="cell"><div class="cell_input"><pre>{escape(code)}</pre></div>'
        f'<div class="cell_output">{given}</div></div>'
    )


def _output_html(output: Any) -> str:
    data = output.get("data", {})
    if drawing := data.get("image/svg+xml"):
        return image(drawing)
    if html := data.get("text/html"):
        return shown_html(html)
    text = (output.get("text") or data.get("text/plain", "")).rstrip()
    return f"<pre>{escape(text)}</pre>" if text else ""


def hypertext(text: str) -> str:
    """Markdown as HTML, with formulas as MathML; keeps only links to lessons and to websites."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    reader = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, renderer=_formula)
    html = LINK.sub(lambda link: link[2], reader.render(TO_LESSON.sub(r"](lesson-\1)", text)))
    return html.strip().replace('style="text-align:right"', 'class="right"')


def _formula(text: str, options: dict[str, Any]) -> str:
    return formula(text, display=options["display_mode"])


def _merge_streams(outputs: list[Any]) -> Iterator[Any]:
    """Yield a cell's outputs, with adjacent printed texts merged into one."""
    for printed, several in groupby(outputs, lambda each: each["output_type"] == "stream"):
        if printed:
            yield {"text": "".join(each["text"] for each in several)}
        else:
            yield from several


def _relink(text: str) -> str:
    """Adapt the links of docs/tutorials to docs/lessons, which has no gallery beside it."""
    return text.replace("../gallery/morris.md", "../showing.md")


def _trees(game: Any, state: Any, options: dict[str, str]) -> Iterator[str]:
    """Yield the drawings of a search and of the search beside it, or the sheet of an exercise."""
    if "exercise" in options:
        yield worksheet(options["exercise"], game, state)[0]
        return
    yield _tree(game, state, options, options.get("algorithm", "alphabeta"))
    if "against" in options:
        yield _tree(game, state, options, options["against"])


def _tree(game: Any, state: Any, options: dict[str, str], algorithm: str) -> str:
    """A drawing of a search, less deep if the whole tree is too large."""
    depth = int(options["depth"]) if "depth" in options else None
    for less in (depth, 3, 2, 1):
        try:
            return tree_svg(zermelo.trace(game, state, algorithm=algorithm, depth=less))
        except ParameterError:
            continue
    raise AssertionError(f"{game} has no tree small enough to draw")


def without_times(text: str) -> str:
    """A text without times, and without rules and spaces whose lengths depend on times."""
    return re.sub(r"[ ─]+", " ", TIME.sub("", text))


def main() -> None:
    """Write the files of all lessons, and remove files of earlier runs."""
    files = {path: text for lesson in lessons() for path, text in run_lesson(lesson).items()}
    for folder in (OUT, SERVED):
        folder.mkdir(exist_ok=True)
        for old in {*folder.iterdir()} - set(files):
            old.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    print(f"{len(files)} files in {OUT} and {SERVED}", file=sys.stderr)


if __name__ == "__main__":
    main()
