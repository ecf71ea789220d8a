"""The law of pictures: what is drawn can be clicked, and means the legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from zermelo.contract.picture import Picture
from zermelo.draw.text import draw
from zermelo.errors import clip
from zermelo.laws.subject import Subject
from zermelo.laws.violation import Violation


def pictures(subject: Subject, state: Any) -> Iterator[Violation]:
    """A picture can be drawn, and every move has a button or points of its own to click."""
    picture, legal = subject.game.picture(state), subject.moves(state)
    if not isinstance(picture, Picture):
        yield Violation("a zermelo.Picture", clip(repr(picture)))
        return
    draw(picture)
    yield from _unmade(picture, legal)
    lines = [point for line in picture.lines for point in line]
    clicked = [point for points in picture.clicks.values() for point in points]
    stray = {*picture.pieces, *picture.aliases, *lines, *clicked} - set(range(len(picture.points)))
    if stray:
        yield Violation(f"points from 0 to {len(picture.points) - 1}", f"{sorted(stray)}")
    for point, aim in picture.aliases.items():
        if aim not in clicked:
            yield Violation(
                f"point {point} an alias of a point that moves are clicked through", f"{aim}"
            )
    moves_by_clicks: dict[tuple[int, ...], int] = {}
    for move, points in picture.clicks.items():
        first = moves_by_clicks.setdefault(tuple(points), move)
        if first != move or not points:
            yield Violation(f"clicks of its own for move {move}", f"{points}, those of {first}")


def _unmade(picture: Picture, legal: list[int]) -> Iterator[Violation]:
    """Where the moves that a picture lets one make are not the legal ones, each in one way."""
    offered = [*picture.clicks, *picture.buttons]
    if set(offered) != set(legal):
        yield Violation(f"clicks or a button for moves {clip(repr(legal))}", clip(repr(offered)))
    for move in set(picture.clicks) & set(picture.buttons):
        yield Violation(f"clicks or a button for move {move}", "both")
    for label, times in Counter(picture.buttons.values()).items():
        if times > 1:
            yield Violation("a label of its own for every button", f"{label!r} {times} times")
