"""What is known of each game from elsewhere: a module a game, of the game's name.

The tests of the games read their data here, and a test fails when a game has none.
"""

import importlib
from pathlib import Path
from typing import Any

from facts.facts import Counts, Facts, known, published, recorded
from zermelo.games import BUILT_IN

__all__ = ["FACTS", "Counts", "Facts", "every", "known", "published", "recorded"]

FACTS: dict[str, Facts] = {
    name: importlib.import_module(f"facts.{name}").FACTS
    for name in BUILT_IN
    if (Path(__file__).parent / f"{name}.py").exists()
}


def every(field: str) -> dict[str, Any]:
    """A field of all games' facts, by game."""
    return {
        spec: known for facts in FACTS.values() for spec, known in getattr(facts, field).items()
    }
