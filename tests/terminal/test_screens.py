"""The screens above the board: who plays."""

from screens import at, quiet, shown, table
from zermelo.play.player import Person
from zermelo.terminal.screens import Seats


def test_who_plays_can_be_changed():
    app = table(players=(Person(), Person()))

    async def scene(pilot) -> None:
        await pilot.press("f4")
        assert (
            isinstance(app.screen, Seats)
            and shown(app).count("a person ◂") == 2
            and "level 10" in shown(app)
        )
        await pilot.press("down", "enter")
        await quiet(pilot)

    at(app, scene)
    assert app.session.players[0].name in ("engine", "human") and app.session.ply == 1


def test_seats_can_be_left_as_they_are():
    app = table()

    async def scene(pilot) -> None:
        await pilot.press("f4", "escape")
        assert not isinstance(app.screen, Seats)

    at(app, scene)
    assert app.session.players[0].name == "human"
