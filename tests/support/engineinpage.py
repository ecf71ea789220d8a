"""Run the engine's WebAssembly in a bare page, without Pyodide, to compare it with native code."""

import base64
import math
import random
import time
from pathlib import Path
from typing import Any

from zermelo.contract.game import ONGOING, Game
from zermelo.native.calling import from_text
from zermelo.native.values import codec
from zermelo.publish.site import Kernel
from zermelo.search.counters import NO_LIMIT
from zermelo.search.engine.compiling import Workspace, kernels_for
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.table import FIELDS, NEVER, NO_KEY, NO_MOVE, NOWHERE, SHAPES, Table

# The initial values of arrays; moves and ranks are written before they are read.
FILL = {"killers": NO_MOVE, "path": NO_KEY, "due": NEVER, "history": 0, "claims": 0}

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def in_page(
    page: Any, kernel: Kernel, game: Game[Any], states: list[Any], depth: int, **more: Any
) -> list[tuple[Any, ...]]:
    """Return the status, the error number, score, nodes and seconds of each search."""
    _, layout = from_text(kernel.facts["facts"])
    questions = [
        {"state": _words(state, layout), "depth": depth, "alpha": -INFINITE, "beta": INFINITE}
        for state in states
    ]
    given: dict[str, Any] = {
        "code": base64.b64encode(kernel.code).decode(),
        "fields": FIELDS,
        "sizes": {name: math.prod(shape) for name, shape in SHAPES.items()},
        "fill": FILL,
        "begun": {"reached": NOWHERE, "capped": NEVER, "age": 1},
        "mebibytes": 1,
        "questions": questions,
        "limit": str(NO_LIMIT),
    }
    return page.evaluate(SCRIPT, given | more)  # type: ignore[no-any-return]


def natively(game: Game[Any], states: list[Any], depth: int) -> list[tuple[int, int, float]]:
    """Return score, nodes and seconds of the same searches in this process."""
    kernel, table, result = kernels_for(game).search, Table(1), []
    for state in states:
        table.forget()
        table.age = 0
        workspace = Workspace(table, native=True)
        began = time.perf_counter()
        score = kernel(game, state, depth, -INFINITE, INFINITE, 1, workspace.memory)
        seconds = time.perf_counter() - began
        result.append((int(score), int(workspace.memory["nodes"]), seconds))
    return result


def _words(state: Any, layout: Any) -> list[str]:
    """A state as it lies in memory, in 64-bit words."""
    room = bytearray(-(-codec(layout).size // 8) * 8)
    codec(layout).put(room, 0, state, {})
    return [str(word) for word in memoryview(room).cast("q")]


def positions(game: Game[Any], count: int) -> list[Any]:
    """Return `count` different positions of random games that are not over."""
    chance, state = random.Random(1), game.start()
    result = {state: None}
    while len(result) < count:
        state = game.play(state, chance.choice(list(game.moves(state))))
        if game.outcome(state) != ONGOING:
            state = game.start()
        result[state] = None
    return list(result)
