"""The law of features, see `zermelo.contract.features`: they are what the evaluation is made of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from zermelo.errors import clip
from zermelo.laws.subject import Subject
from zermelo.laws.violation import Violation

NEAR = 1e-9  # sums in another order differ by the last digits


def features(subject: Subject, state: Any) -> Iterator[Violation]:
    """Named floats, each with a weight, whose weighted sum is the evaluation."""
    game = subject.game
    if not subject.goes_on(state):
        return
    numbers = game.features(state)
    if not hasattr(numbers, "_fields") or not all(type(number) is float for number in numbers):
        yield Violation("features that are a NamedTuple of floats", clip(repr(numbers)))
        return
    for name in numbers._fields:
        if not isinstance(getattr(game, name, None), (int, float)):
            yield Violation(f"a weight for {name}: a parameter of that name, a float", "none")
            return
    worth = sum(term.worth for term in game.terms(state))
    evaluation = game.evaluate(state)
    if not math.isclose(worth, evaluation, abs_tol=NEAR):
        yield Violation(f"evaluation {worth:.6g}, the weighted sum", f"{evaluation:.6g}")
