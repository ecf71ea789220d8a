"""Memory of sessions that have ended: it is free at once, not when cycles are collected."""

import asyncio
import gc
import weakref
from functools import partial

import pytest

from processes import PATIENCE
from serving import SLOW
from zermelo.play.advice import Tables
from zermelo.play.fields import Fields
from zermelo.search.engine import table
from zermelo.web.app import Web


@pytest.fixture
def kept(monkeypatch):
    """The tables, rooms and sessions that exist, without the collection of cycles."""
    gc.collect()
    gc.disable()
    alive = weakref.WeakSet()
    made = table.Table.__init__

    def noted(self, *given, **named) -> None:
        made(self, *given, **named)
        alive.add(self)

    monkeypatch.setattr(table.Table, "__init__", noted)
    yield alive
    gc.enable()


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
@pytest.mark.parametrize(
    ("player", "end"),
    [
        ("engine:seconds=20", "closed"),
        ("engine:seconds=20", "left"),
        ("level:3", "left"),
        ("alphabeta:depth=2", "closed"),
    ],
)
def test_a_session_that_has_ended_keeps_nothing(kept, player, native, end):
    async def play() -> None:
        web = Web(native=native)
        fields = {"game": SLOW, "players": ["human", player], "moves": ["0,0"]}
        room, _ = web._open_room(Fields(fields), "one")
        kept.add(room), kept.add(room.session)
        web.rooms.add(room)
        events = room.watch()
        await room.change(partial(setattr, room, "values", True))
        async with asyncio.timeout(PATIENCE):
            while (await events.get())[0] != "thinking":
                pass
            if end == "left":
                room.leave(events)
            web.rooms.remove(room)
            del room, events
            while web.thinker.running or web.clerks.running:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # in which the room's own task ends
        web.opponents._tables = Tables()

    asyncio.run(play())
    assert [*kept] == []
