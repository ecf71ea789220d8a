"""Hex: the evaluation against the shortest ways, by Dijkstra's algorithm."""

from __future__ import annotations

import heapq
import random

import pytest

import zermelo
from zermelo import LOSS, ONGOING, WIN

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def missing(rows: list[str], mine: str) -> int:
    """How many empty cells a way of X down or of O to the right takes; `size` without a way."""
    size = len(rows)

    def cost(x: int, y: int) -> int | None:
        inside = 0 <= x < size and 0 <= y < size
        return {mine: 0, ".": 1}.get(rows[y][x]) if inside else None

    edge = [(i, 0) if mine == "X" else (0, i) for i in range(size)]
    queue = [(cost(*cell), cell) for cell in edge if cost(*cell) is not None]
    heapq.heapify(queue)
    done = set()
    while queue:
        way, (x, y) = heapq.heappop(queue)
        if (y if mine == "X" else x) == size - 1:
            return way
        done.add((x, y))
        for right, down in NEIGHBOURS:
            further = cost(x + right, y + down)
            if further is not None and (x + right, y + down) not in done:
                heapq.heappush(queue, (way + further, (x + right, y + down)))
    return size


@pytest.mark.parametrize("size", [2, 4, 7])
def test_the_evaluation_counts_the_stones_that_are_missing(size):
    game, chance = zermelo.game(f"hex(size={size})"), random.Random()
    for _ in range(4):
        state = game.start()
        while game.outcome(state) == ONGOING:
            rows = game.format_state(state).split("/")
            own, other = (missing(rows, mine) for mine in ("XO", "OX")[state.player])
            assert LOSS < game.evaluate(state) < WIN
            assert game.evaluate(state) == pytest.approx((other - own + 0.5) / (size + 1))
            state = game.play(state, chance.choice(list(game.moves(state))))


@pytest.mark.parametrize(
    ("spec", "text", "last", "answer"),
    [
        ("hex(size=4)", "...O/.X../.O../X...", "b3", "a3"),
        ("hex(size=4)", "..O./.X../..../X..O", "c1", "b1"),  # the upper side is X's own
        ("hex(size=4)", "..../X.../O.../X..O", "a3", None),  # the left one is not
        ("hex(size=4)", "..../.X../..O./X..O", "c3", None),  # in no bridge
        ("y(size=4)", ".O../X../../.", "b1", "a1"),
        ("y(size=4)", "..../.X./O./.", "a3", "a2"),  # all sides are everyone's
    ],
)
def test_the_other_cell_of_a_broken_bridge_is_the_reply(spec, text, last, answer):
    game = zermelo.game(spec)
    state = game.parse_state(text)
    move = next(cell for cell in game.actions() if game.cell_name(cell) == last)
    reply = game.reply(state, move)
    assert (None if reply < 0 else game.cell_name(reply)) == answer
