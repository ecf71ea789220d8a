"""The page keeps still while a game is played: nothing jumps, nothing is cut."""

import pytest

from pages import go, text, until

pytestmark = pytest.mark.browser

PLACES = """() => Object.fromEntries(
  [".zermelo-svg", ".upper", ".lower", ".controls", "#values", "#tabs"].map((name) => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [name, [x, y + scrollY, width, height].map(Math.round)];
  }))"""
GAMES = ("tictactoe", "connectfour", "morris", "othello(size=4)", "kalah(pits=3, seeds=2)", "chess")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
@pytest.mark.parametrize("spec", GAMES)
def test_nothing_jumps_while_a_game_is_played(page, server, spec, width, height):
    page.set_viewport_size({"width": width, "height": height})
    go(page, server, "human~human", g=spec)
    places = page.evaluate(PLACES)

    def shown() -> tuple:
        marks = page.locator("#board .zermelo-chosen-ring").count()
        return marks, page.locator("#moves li").count(), text(page, "#status")

    def arrived(before: tuple) -> bool:
        """Whether a click has become part of a move, or a move the next position."""
        marks, made, status = shown()
        return (marks, made, status) != before and (marks > 0 or made > before[1])

    for click in range(24):
        before = shown()
        page.locator(".zermelo-legal").last.click()
        until(lambda before=before: arrived(before))
        if text(page, "#status").startswith("Game over"):  # the card of the result comes
            places = {name: places[name] for name in (".zermelo-svg", ".upper", ".controls")}
        assert places.items() <= page.evaluate(PLACES).items(), click
        if len(places) == 3:
            break
    assert page.evaluate("document.documentElement.scrollWidth") <= width
