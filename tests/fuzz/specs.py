"""Specs, as texts: a game that is known by its spec again, or one line that says why not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from fuzz.texts import SPECS, mutated, wild
from zermelo.errors import UsageError
from zermelo.spec import format_game, parse_game


def read(place: Path, seed: int) -> Iterator[tuple[object, list[str]]]:
    """One spec after the other, and what is wrong with how it is read."""
    chance = random.Random(seed)
    while True:
        text = mutated(chance.choice(SPECS), chance) if chance.random() < 0.8 else wild(chance)
        yield text, faults(text)


def faults(text: str) -> list[str]:
    """What is wrong with how a spec is read."""
    try:
        game = parse_game(text)
    except UsageError as error:
        message = str(error)
        return (
            [] if message and "\n" not in message and len(message) < 400 else [f"said {message!r}"]
        )
    except Exception as error:
        return [repr(error)]
    return [] if parse_game(format_game(game)) == game else ["its spec names another game"]
