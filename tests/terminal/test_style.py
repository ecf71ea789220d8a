"""The screen's colours."""

from zermelo.terminal.screens import terminals_theme


def test_a_light_terminal_gets_light_colours():
    assert terminals_theme({"COLORFGBG": "0;15"}) == "light"
    assert terminals_theme({"COLORFGBG": "15;0"}) == terminals_theme({}) == "dark"
