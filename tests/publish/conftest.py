"""A published site on a plain file server, and a page of it on which nothing may fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo
from staticsites import OWN, PYODIDE, Site, make_once, serve_files, visit_site
from zermelo.publish.site import publish
from zermelo.solver.probing import publishing

STUDY = """{"format": "zermelo study", "version": 1, "title": "Mine", "chapters": [
  {"title": "One", "game": "tictactoe", "by": "outcome", "start": null,
   "moves": "{Look.} 1,1 {> 4-0}"}]}
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Site]:
    if not PYODIDE.exists():
        pytest.skip("there is no Pyodide: make build/pyodide")
    page = serve_files(make_once(tmp_path_factory, "published", publish_games) / "site")
    yield page
    page.close()


def publish_games(folder: Path) -> None:
    """Publish tic-tac-toe, compiled and with its database, and a game from a file with neither."""
    own = folder / "take.py"
    own.write_text(OWN)
    for number, title in enumerate(("Mine", "Another"), 1):  # two files of one name
        (folder / f"{number}").mkdir()
        (folder / f"{number}" / "mine.json").write_text(STUDY.replace("Mine", title))
    zermelo.solve(zermelo.game("tictactoe"), out=folder / "solved", native=False)
    with (
        pytest.warns(match="take runs as plain Python, slowly: take.py:19: "),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(publishing, "CHUNK", 50)
        publish(
            ["tictactoe", f"{own}:Take"],
            folder / "site",
            offline=True,
            pyodide_from=str(PYODIDE),
            databases=[folder / "solved"],
            studies=[folder / "1" / "mine.json", folder / "2" / "mine.json"],
        )


@pytest.fixture
def visitor(browser, site):
    with visit_site(browser, site) as page:
        yield page
