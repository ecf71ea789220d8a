"""What a person presses on the widget while it is shown again."""

import pytest

from mounting import mounted
from pages import pressed
from pointgames import Strip
from zermelo.notebook import Board


@pytest.mark.browser
def test_a_press_on_the_widget_outlasts_that_it_is_shown_again(browser):
    widget = Board(Strip(), players=("human", "human"), native=False)
    widget.move("0")
    widget.move("3")
    page = mounted(browser, widget)
    again = "heard.forEach((heed) => heed())"
    pressed(page, ".zermelo-moves button >> nth=0", again)
    page.wait_for_function("traits.shown == 1")
    pressed(page, ".zermelo-moves button >> nth=1", again)
    page.wait_for_function("traits.shown == 2")
    pressed(page, ".zermelo-choice", again)
    page.wait_for_function("traits.history.length == 3")
    assert page.faults == []
    page.close()
