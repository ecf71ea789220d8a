"""HTML for the directives `board`, `limits`, `exercise`, `series`, `tree` and `predict`.

The documentation and the lessons of `zermelo serve` have the same frames: figures that name a page
and the fragment of its address. If the page shows a variable of a cell, static/lesson.js changes
the fragment when the cell has run.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import zermelo
from zermelo.course.exercise import Exercise, exercise_called
from zermelo.web.catalogue import OWN, title_of

OPTIONS = {
    "board": ("players", "moves", "state", "caption", "follows"),
    "limits": ("caption", "follows"),
    "exercise": ("caption",),
    "series": ("caption",),
    "tree": ("state", "moves", "by", "algorithm", "depth", "against", "exercise", "code",
             "caption", "follows"),
}  # fmt: skip
LETTERS = {  # option → its letter in the fragment of an address
    "state": "s", "moves": "m", "by": "b", "algorithm": "a", "against": "v", "depth": "d",
    "exercise": "e", "code": "c",
}  # fmt: skip


CODE = re.compile(r"`([^`]*)`")


class Frame(NamedTuple):
    """A page in a frame, with the fields of its link; `kind` is the style of the frame.

    follows  the variable of a lesson's cells whose position the page shows; "" for none
    """

    page: str
    link: dict[str, str]
    title: str
    kind: str
    caption: str
    follows: str

    @property
    def fragment(self) -> str:
        """The fragment of the page's address."""
        return urlencode(self.link, quote_via=quote).replace("%20", "+")

    def figure(self, source: str = "") -> str:
        """The frame with its caption; if `source`, the page's address, is "", a script adds it."""
        given = {"page": self.page, "link": self.fragment, "follows": self.follows}
        data = "".join(f' data-{name}="{escape(each)}"' for name, each in given.items() if each)
        src = f' src="{escape(source)}"' if source else ""
        return (
            f'<figure class="live {self.kind}"{data}>'
            f'<iframe loading="lazy" title="{escape(self.title)}"{src}></iframe>'
            f'<figcaption>{self.caption} <a href="{escape(source)}">On a page of its own</a>'
            "</figcaption></figure>"
        )


def language_of(page: str) -> str:
    """The language of a lesson: "de" if its name ends in "_de", else "en"."""
    return "de" if page.endswith("_de") else "en"


def frame(
    directive: str, given: str, options: dict[str, str], lines: list[str], language: str = "en"
) -> Frame:
    """The frame of a directive with the argument `given`, its options and its lines."""
    caption = options.get("caption", "").strip('"')
    follows = options.get("follows", "")
    spoken = {"l": language} if language != "en" else {}
    if directive == "exercise":
        task = exercise_called(given, language)
        link = {"e": given} | spoken
        usual = f"{task.title}. In a terminal: <code>{start_command(task)}</code>."
        return Frame("course", link, task.title, "code", caption or usual, "")
    if directive == "series":
        usual = f"Exercise: find the {given} in {len(lines)} trees."
        link = {"e": given, "t": ";".join(lines)}
        return Frame("exercises", link, "Trees to solve", "tree", caption or usual, "")
    spec = published_spec(given)
    title = title_of(spec)
    if directive == "limits":
        words = f"{title}: what a limit does"
        usual = f"{title}: move the slider."
        return Frame("limits", {"g": spec}, words, "board", caption or usual, follows)
    link = {"g": spec} | {LETTERS[name]: options[name] for name in options if name in LETTERS}
    link |= spoken
    if directive == "board":
        link |= {"p": options.get("players", "human~level:5")}
        usual = f"{title}: click to play."
        return Frame("play", link, f"{title}, to be played", "board", caption or usual, follows)
    link |= {"d": options.get("depth", "")} | ({"c": "1"} if "code" in options else {})
    words = "two search trees, side by side" if "against" in options else "the search tree"
    return Frame("tree", link, f"{title}: {words}", "tree", caption, follows)


def start_command(task: Exercise) -> str:
    """The command that starts an exercise."""
    return f"zermelo exercise {task.name}" + (" --language de" if task.language == "de" else "")


def search_traces(game: zermelo.Game, state: Any, options: dict[str, str]) -> list[Any]:
    """The traces of a tree's search, and of the search beside it if `options` has `against`."""
    how: dict[str, Any] = {"depth": int(options["depth"]) if options.get("depth") else None}
    how |= {"by": options.get("by", "outcome")}
    names = [options.get("algorithm", "alphabeta"), options.get("against")]
    return [zermelo.trace(game, state, algorithm=name, **how) for name in names if name]


def tree_caption(given: str, options: dict[str, str], trace: Any) -> str:
    """The caption for a tree whose directive gives none."""
    algorithm = options.get("algorithm", "alphabeta")
    seen = f"{trace.nodes:,} nodes, {trace.cutoffs:,} cuts"
    return f"{algorithm} on {title_of(published_spec(given))}: {seen}."


def published_spec(given: str) -> str:
    """A game's spec on a published site, where files have no folders."""
    named = OWN.search(given)
    return given[named.start() :] if named else given


def predict(question: str, why: str, lines: list[str]) -> str:
    """A question before a demonstration, with a button for each line; "* " marks the right one."""
    question, why = (CODE.sub(r"<code>\1</code>", escape(text)) for text in (question, why))
    right = next(place for place, line in enumerate(lines) if line.startswith("* "))
    buttons = "".join(
        f'<button type="button">{escape(line.lstrip("* "))}</button>' for line in lines
    )
    return (
        f'<form class="predict" data-right="{right}"><fieldset><legend>What do you expect? '
        f"{question}</legend>{buttons}<p hidden>{why}</p></fieldset></form>"
    )
