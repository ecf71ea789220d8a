"""Files that are pages: axe-core finds nothing in any kind, in either theme, wide or on a phone."""

from itertools import product

import pytest

import zermelo
from pages import NAMES, accessible
from zermelo.experiments.profile import DesignReport, report
from zermelo.reports.pages import comparison_page, design_page
from zermelo.trees.page import tree_page

pytestmark = pytest.mark.browser
NIM = zermelo.game("nim(rows=[1, 2])")


def tree(algorithm: str, **given: object) -> str:
    return tree_page(zermelo.trace(NIM, algorithm=algorithm), **given)


@pytest.fixture
def files() -> dict[str, str]:
    """One page of each kind that commands write."""
    games = [NIM, zermelo.game("nim(rows=[1])")]
    one, other = (report(game, seconds=1, native=False) for game in games)
    beside = zermelo.trace(NIM, algorithm="minimax")
    return {
        "tree": tree("alphabeta", code=True),
        "two trees": tree("alphabeta", against=beside),
        "proof numbers": tree("pn"),
        "simulations": tree("mcts"),
        **{kind: tree("alphabeta", exercise=kind) for kind in ("values", "windows", "cuts")},
        "report": design_page(one),
        "two reports": design_page(DesignReport((*one.profiles, *other.profiles))),
        "comparison": comparison_page([each.profiles[0].as_dict() for each in (one, other)]),
    }


def test_axe_finds_nothing_in_any_file(browser, files, tmp_path):
    wrong = {}
    for scheme, width in product(("light", "dark"), (1280, 390)):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 844})
        page = context.new_page()
        for name, content in files.items():
            file = tmp_path / "page.html"
            file.write_text(content, encoding="utf-8")
            page.goto(file.as_uri())
            if name in ("tree", "two trees", "proof numbers", "simulations"):
                page.keyboard.press("End")
            if faults := accessible(page, NAMES):
                wrong[name, scheme, width] = faults
        context.close()
    assert wrong == {}
