"""A press that an update of the page falls into."""

from typing import Any


def pressed(page: Any, selector: str, update: str, given: Any = None) -> None:
    """Press what `selector` finds, have the page run `update` before the press ends, and let go."""
    place = page.locator(selector)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate(update, given)
    page.mouse.up()
