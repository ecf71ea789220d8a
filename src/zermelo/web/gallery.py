"""The gallery: a page with every game, and a page for each with its rules and parameters.

Both are made here, as HTML, so that they are there at once; scripts only begin a game. Drawings are
files of their own, so that none holds up the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from random import Random
from typing import Any, Final
from urllib.parse import quote

from zermelo.contract.game import Game
from zermelo.draw.svg import svg_of
from zermelo.games.about import KNOWN, Known
from zermelo.play.position import Position
from zermelo.reports.parameters import FEW, Parameter, parameters_of
from zermelo.web.catalogue import Catalogue
from zermelo.web.titles import title_of

LONGEST: Final = 60  # plies of the game of which a position is drawn
SHARE: Final = 0.45  # of these, how many have been made in it
WINNERS: Final = {
    "first": "Solved: the first player wins",
    "second": "Solved: the second player wins",
    "draw": "Solved: a draw",
    "partly": "Solved in part",
    "": "Not solved",
}
NOTATION: Final = re.compile(r"A move (is|has)|A position[’']s text|its\s+text is|Moves and texts")
HELP: Final = re.compile(r"^\s*\w+(, \w+)*   *\S")


class Gallery:
    """The pages of the games of a catalogue.

    frame   what a page is put into, by its name
    solved  what a database says of the start of a game, "" without one
    """

    def __init__(
        self, catalogue: Catalogue, frame: Callable[[str], str], solved: Callable[[str], str]
    ) -> None:
        self._catalogue, self._frame, self._solved = catalogue, frame, solved

    def page(self) -> bytes:
        """The page with all games."""
        entries = self._catalogue.as_json()
        cards = "".join(self._card(entry["name"], entry["about"]) for entry in entries)
        return self._frame("gallery").replace("<!--cards-->", cards).encode()

    def _card(self, spec: str, about: str) -> str:
        link = quote(spec)
        return (
            f'<li><a class="card" href="game?g={link}">'
            f'<img src="drawing?g={link}" alt="" width="220" height="176" loading="lazy">'
            f"<h2>{escape(title_of(spec))}</h2><p>{escape(about)}</p>"
            f'<p class="known">{escape(self._known(spec)[0])}</p></a></li>'
        )

    def _known(self, spec: str) -> tuple[str, str]:
        """Whether a game is solved and who wins, and more about it."""
        if found := self._solved(spec):
            return f"Solved here: {found}", ""
        known = KNOWN.get(spec, Known(spec))
        return WINNERS[known.winner], known.words

    def game_page(self, spec: str) -> bytes:
        """The page of one game; `UsageError` for one that is not played here."""
        game = self._catalogue.game(spec)
        parameters = parameters_of(game)
        weights = [each for each in parameters if isinstance(each.default, float)]
        rules, notation = rules_of_play(game)
        winner, words = self._known(spec)
        parts = {
            "title": escape(title_of(spec)),
            "spec": escape(spec, quote=True),
            "link": quote(spec),
            "known": escape(winner + (f" ({words})" if words else "")),
            "rules": _paragraphs(rules),
            "notation": _paragraphs(notation),
            "fields": "".join(_field(each) for each in parameters if each not in weights),
            "weights": "".join(map(_field, weights)),
        }
        page = self._frame("game")
        for name, text in parts.items():
            page = page.replace(f"<!--{name}-->", text)
        return page.encode()

    def drawing(self, spec: str) -> bytes:
        """A position of a game as SVG."""
        return drawn(self._catalogue.game(spec), title_of(spec))


def rules_of_play(game: Game[Any]) -> tuple[list[str], list[str]]:
    """The rules in words, and how moves and positions are written, paragraph by paragraph.

    They are what the class says as `rules`, else its docstring.
    """
    said = getattr(type(game), "rules", None)
    text = said if isinstance(said, str) else type(game).__doc__ or ""
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text.strip())]
    told = [part for part in paragraphs if not HELP.match(part)]
    notation = [part for part in told[1:] if NOTATION.search(part)]
    return [part for part in told if part not in notation], notation


@lru_cache(maxsize=256)
def drawn(game: Game[Any], title: str) -> bytes:
    """A position of `game` as SVG."""
    return svg_of(game, _shown(game), title=title).encode()


def _shown(game: Game[Any]) -> Any:
    """A state from the middle of a random game, always the same."""
    chance, position = Random(4), Position(game)
    states = [position.state]
    try:
        while position.moves and len(states) < LONGEST:
            position = position.play(chance.choice(position.moves))
            states.append(position.state)
    except Exception:  # whatever one's own rules raise is told when they are played
        pass
    return states[round(SHARE * (len(states) - 1))]


def _paragraphs(parts: list[str]) -> str:
    return "".join(f"<p>{escape(' '.join(part.replace('`', '').split()))}</p>" for part in parts)


def _field(parameter: Parameter) -> str:
    """A parameter as a labelled field of the form."""
    name, value = escape(parameter.name), parameter.default
    said = escape(parameter.said.replace("`", ""))
    more = f"<small>{said}</small>" if said else ""
    if isinstance(value, bool):
        field = f'<input type="checkbox" data-name="{name}"{" checked" * value}>'
    elif parameter.values and not parameter.every and len(parameter.values) <= FEW:
        options = "".join(
            f"<option{' selected' * (each == value)}>{each}</option>" for each in parameter.values
        )
        field = f'<select data-name="{name}">{options}</select>'
    elif isinstance(value, int | float):
        ends = (
            f' min="{parameter.values[0]}" max="{parameter.values[-1]}"' if parameter.values else ""
        )
        step = "1" if isinstance(value, int) else "any"
        field = f'<input type="number" data-name="{name}" value="{value}" step="{step}"{ends}>'
    else:
        shown = value if isinstance(value, str) else json.dumps(value)
        kind = ' data-text="yes"' if isinstance(value, str) else ""
        field = f'<input data-name="{name}" value="{escape(str(shown), quote=True)}"{kind}>'
    return f"<label><span>{escape(parameter.label)}</span>{field}{more}</label>"
