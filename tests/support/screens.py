"""Run the full-screen terminal app without a terminal."""

import asyncio
import functools
import inspect

from textual.pilot import Pilot

import zermelo
from zermelo.contract.analysis import value_by
from zermelo.draw.text import spots
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import Agenda
from zermelo.play.history import DrawRules
from zermelo.play.player import Person
from zermelo.play.position import position
from zermelo.play.session import Session
from zermelo.play.thinking import report_progress
from zermelo.players.search import FirstMove
from zermelo.terminal.app import PlayApp
from zermelo.terminal.board import Board

SHORT = DrawRules(cap=10)
HOPS = 10  # more widgets than a key passes on its way to the app; each has a queue


def table(
    spec: str = "tictactoe",
    players=None,
    moves: str = "",
    draws: DrawRules = SHORT,
    by="outcome",
    seconds: float = 0.05,
) -> PlayApp:
    """A game against a player who takes the first move, with an advisor that answers fast."""
    game = value_by(zermelo.game(spec), by)
    players = players or (Person(), FirstMove())
    session = Session(game, players, position(game, moves=moves), draws)
    advisor = EngineAdvisor(native=False, progress=report_progress)
    agenda = Agenda(session, advisor, seconds=seconds, looks=1)
    return PlayApp(agenda, native=False)


class Patient(Pilot):
    """Waits until its actions have reached the app, on a busy machine for more than a second."""

    async def press(self, *keys: str) -> None:
        for key in keys:
            await super().press(key)
            await self.pause()

    async def pause(self, delay: float | None = None) -> None:
        for _ in range(HOPS if delay is None else 1):
            await super().pause(delay or 0)


def at(app: PlayApp, scene, size=(80, 24)) -> None:
    """Run `scene(pilot)` on the screen of `app`."""

    async def run() -> None:
        async with app.run_test(size=size):
            pilot = Patient(app)
            await quiet(pilot)
            await scene(pilot)

    asyncio.run(run())


def on_screen(*given, size=(80, 24), **more):
    """Decorate a scene to make it a test on the screen of `table(*given, **more)`.

    The scene gets the pilot, the app, and the parameters of the test."""

    def test_of(scene):
        @functools.wraps(scene)
        def test(**named) -> None:
            app = table(*given, **more)
            at(app, functools.partial(scene, app=app, **named), size)

        _, _, *names = inspect.signature(scene).parameters.values()
        test.__signature__ = inspect.Signature(names)
        return test

    return test_of


async def quiet(pilot) -> None:
    """Wait until no search runs."""
    await pilot.pause()
    while pilot.app.thinking:
        await pilot.pause(0.01)
    await pilot.pause()


def shown(app: PlayApp) -> str:
    """All text on the screen."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row) for row in rows)


async def click(pilot, point: int) -> None:
    board = pilot.app.query_one(Board)
    await pilot.click(Board, offset=spots(board.view.picture, board.scale)[point])


async def go_and_press(pilot, point: int) -> None:
    board = pilot.app.query_one(Board)
    ring = sorted({*board.view.open, board.cursor})
    steps = (ring.index(point) - ring.index(board.cursor)) % len(ring)
    back = len(ring) - steps
    await pilot.press(*["tab"] * steps if steps <= back else ["shift+tab"] * back)
    assert board.cursor == point
    await pilot.press("enter")
