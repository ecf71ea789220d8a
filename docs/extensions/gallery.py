"""Generate the gallery, a page for each game, before Sphinx reads its sources.

Rules and notation come from the game's docstring. Each build finds the values that parameters
accept, and counts the first plies of perft.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from sphinx.application import Sphinx

import zermelo
from zermelo.contract.game import Game
from zermelo.games import BUILT_IN, KNOWN
from zermelo.naming import player_name
from zermelo.reports.catalogue import entry_of, parameters_of
from zermelo.web.catalogue import title_of
from zermelo.web.pages import WINNERS, draw_game, rules_of_play

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"), autoescape=True
)
PLIES = 2  # the plies of perft on a page


def write_pages(app: Sphinx) -> None:
    """Write the pages of all games; unchanged files keep their time stamps."""
    folder = Path(app.srcdir) / "gallery"
    folder.mkdir(exist_ok=True)
    games = {name: zermelo.game(name) for name in BUILT_IN}
    for name, game in games.items():
        _write(folder / f"{name}-drawn.svg", draw_game(game, title_of(name)).decode())
        _write(folder / f"{name}.md", _page(name, game))
    _write(folder / "index.md", _overview(games))


def _overview(games: dict[str, Game[Any]]) -> str:
    """The page of all games, with a drawing of each."""
    cards = [
        {
            "name": name,
            "title": title_of(name),
            "about": entry_of(name, game).about,
            "known": WINNERS[KNOWN[name].winner],
        }
        for name, game in games.items()
    ]
    listed = TEMPLATES.get_template("cards.html").render(cards=cards)
    return (
        "# Gallery\n\n"
        "Every built-in game, with its rules, known results, and a board to play on. These pages "
        "are generated from the games; [zermelo publish](../publish.md) does the same for games of "
        "your own.\n\n"
        f"{listed}\n\n"
        "```{toctree}\n:hidden:\n\n" + "\n".join(games) + "\n```\n"
    )


def _page(name: str, game: Game[Any]) -> str:
    rules, notation = rules_of_play(game)
    known = KNOWN[name]
    counted = zermelo.perft(game, PLIES, native=False).sequences
    numbers = ", ".join(f"{number:,}" for number in counted)
    facts = {
        "Best play": WINNERS[known.winner] + (f" ({known.words})" if known.words else ""),
        "Players": " and ".join(player_name(game, player) for player in (0, 1)),
        "Moves at the start": f"{counted[0]:,}",
        "Sequences of 1, 2 … moves": f"{numbers} (`zermelo perft {name} {PLIES}`)",
        "Counts points": "yes: `--by score` plays for them"
        if entry_of(name, game).points
        else "no",
        "Evaluates positions": "yes" if entry_of(name, game).evaluated else "no",
        "Rules in Python": f"{len(_source(name).splitlines())} lines, "
        f"`zermelo/games/{_file(name)}`",
    }
    rows = "".join(f"| {term} | {meaning} |\n" for term, meaning in facts.items())
    parts = [
        f"# {title_of(name)}",
        *map(_paragraph, rules),
        f"```{{board}} {name}\n```",
        f"## Facts\n\n| fact | value |\n|---|---|\n{rows}",
        _parameters(name, game),
        "## How moves and positions are written",
        *map(_paragraph, notation),
        f"![A position of {title_of(name)}]({name}-drawn.svg)",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _parameters(name: str, game: Game[Any]) -> str:
    parameters = parameters_of(game)
    if not parameters:
        return ""
    rows = "".join(
        f"| `{each.name}` | `{each.default!r}` | {each.meaning.replace('|', ' ')} |\n"
        for each in parameters
    )
    return (
        f'## Parameters\n\n`zermelo play "{name}({parameters[0].name}={parameters[0].default!r})"` '
        f"and the same in Python.\n\n| name | default | meaning |\n|---|---|---|\n{rows}"
    )


def _paragraph(text: str) -> str:
    return " ".join(re.sub(r"([*_<\[])", r"\\\1", text).split())


def _file(name: str) -> str:
    """The path of a game's rules, relative to zermelo/games."""
    module = BUILT_IN[name].partition(":")[0]
    return module.removeprefix("zermelo.games.").replace(".", "/") + ".py"


def _source(name: str) -> str:
    folder = Path(zermelo.__file__).parent / "games"
    return (folder / _file(name)).read_text("utf-8")


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the generator with Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
