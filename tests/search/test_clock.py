"""Waiting for a search: Ctrl-C may come at any instant of it."""

from __future__ import annotations

import sys
import threading
from types import FrameType
from typing import Any

from zermelo.search.clock import _Work


class Interruption:
    """Raises `KeyboardInterrupt` at one step of whatever Python code runs, a trace function."""

    def __init__(self, step: int) -> None:
        self.left = step

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Interruption:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self


def interrupted(work: _Work, step: int) -> bool:
    """Whether waiting for the work was interrupted at this step, or was over before."""
    interruption = Interruption(step)
    before = sys.gettrace()
    sys.settrace(interruption)
    try:
        work.over(0.001)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_who_was_interrupted_while_waiting_can_wait_again():
    """Found by `make fuzz`: an `Event` was left locked, and the search waited for for ever."""
    step, going_on = 1, True
    while going_on:
        going = threading.Event()
        work = _Work(lambda going=going: going.wait(20), ())
        work.start()
        going_on = interrupted(work, step)
        going.set()
        waiting = threading.Thread(target=work.over, daemon=True)
        waiting.start()
        waiting.join(20)
        assert not waiting.is_alive(), f"interrupted at step {step}, it waits for ever"
        assert work.over() and work.result() is True
        step += 1
    assert step > 3
