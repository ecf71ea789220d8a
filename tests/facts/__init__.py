"""What is known of each game from elsewhere: a TOML file a game, of the game's name.

A file has, by spec or by spec and position:

    variants    specs compared plain and compiled, by default the name alone; `larger` ones are
                slow, or like others
    checked     a spec of a small board, without fault and suspicion; "" if all boards are too large
    fingerprint the digest of the rules, in all databases that exist
    oracles     specs whose random games are compared with an oracle, move by move
    small       specs that minimax on an oracle solves outright
    rules       the module of oracles with the game's rules, if it has another name
    perft       sequences of exactly 1, 2, … moves, or an entry of reference/perft.json
    positions   the same from there
    solved      values to the mover, in points where the game counts them; `long` takes seconds
    proved      values that a search alone finds; `searched` takes seconds
    value       combinatorial values
    ends        outcomes after some moves
    complete    the complete lines after some moves, and none before
    replies     the last move, and the reply to it, or "" if there is none
    impossible  why a position is refused, or "" if it is not
    refused     why a spec makes no game

A value by spec alone is that of the start. Whole games are in golden/NAME.txt.
"""

import importlib
import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from oracles.rules import Rules
from zermelo.games import BUILT_IN
from zermelo.spec import parse_game

TESTS = Path(__file__).parents[1]
PERFT = json.loads((TESTS / "reference" / "perft.json").read_text(encoding="utf-8"))["games"]

ByPosition = dict[str, dict[str, Any]]  # by spec


class Counts(NamedTuple):
    """Sequences of exactly 1, 2, … moves, and distinct positions after them as far as known."""

    sequences: Sequence[int]
    distinct: Sequence[int] = ()


class Facts:
    """The facts of one game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))
        self.variants: list[str] = self.known.get("variants", [name])
        self.checked: str = self.known.get("checked", name)
        self.perft = {spec: _counts(known) for spec, known in self.known["perft"].items()}
        self.positions = {
            spec: {text: _counts(known) for text, known in positions.items()}
            for spec, positions in self.known.get("positions", {}).items()
        }
        self.solved, self.long = self._values("solved"), self._values("long")
        self.proved, self.searched = self._values("proved"), self._values("searched")

    def __getattr__(self, field: str) -> dict[str, Any]:
        return self.known.get(field, {})

    def _values(self, field: str) -> ByPosition:
        known = self.known.get(field, {})
        return {spec: v if isinstance(v, dict) else {"": v} for spec, v in known.items()}

    @cached_property
    def record(self) -> tuple[str, str]:
        """The spec and the moves of the golden record."""
        lines = (TESTS / "golden" / f"{self.name}.txt").read_text(encoding="utf-8").split("\n", 2)
        return lines[0], lines[1]

    @property
    def oracles(self) -> dict[str, Rules]:
        return {spec: self._rules(spec) for spec in self.known["oracles"]}

    @property
    def small(self) -> dict[str, Rules]:
        return {spec: self._rules(spec) for spec in self.known.get("small", ())}

    @cached_property
    def _oracle(self) -> Any:
        return importlib.import_module(f"oracles.{self.known.get('rules', self.name)}")

    def _rules(self, spec: str) -> Rules:
        """The oracle with the parameters of the game, which have the same names."""
        if spec in (given := getattr(self._oracle, "RULES", {})):
            return given[spec]
        parts = [part for part in vars(self._oracle).values() if isinstance(part, type)]
        own = [part for part in parts if part.__module__ == self._oracle.__name__]
        rules = next(part for part in own if issubclass(part, Rules))
        game = parse_game(spec)
        names = [field.name for field in fields(rules)] if is_dataclass(rules) else []
        return rules(**{name: getattr(game, name) for name in names})


def _counts(known: Any) -> Counts:
    if isinstance(known, str):
        return Counts(PERFT[known]["sequences"], PERFT[known]["distinct"])
    return Counts(*known) if isinstance(known[0], list) else Counts(known)


FACTS: dict[str, Facts] = {
    name: Facts(name) for name in BUILT_IN if (Path(__file__).parent / f"{name}.toml").exists()
}


def every(field: str) -> dict[str, Any]:
    """A field of all games' facts, by spec."""
    return {
        spec: known for facts in FACTS.values() for spec, known in getattr(facts, field).items()
    }


def at_positions(field: str) -> list[tuple[str, str, Any]]:
    """The same where each spec has facts of several positions or games: in rows."""
    facts = every(field).items()
    return [(spec, text, known) for spec, each in facts for text, known in each.items()]


class Mate(NamedTuple):
    """A position of chess, the only move that mates soonest, and in how many moves."""

    text: str
    key: str
    moves: int

    def __str__(self) -> str:
        return f"{self.moves}-{self.text.split()[0]}"


def _published_mates() -> list[Mate]:
    form = re.compile(r"(?P<text>\S+ [wb] \S+ \S+) bm (?P<key>\S+); dm (?P<moves>\d+);")
    lines = (TESTS / "reference" / "mates.epd").read_text(encoding="utf-8").splitlines()
    found = filter(None, map(form.match, lines))
    return [Mate(line["text"], line["key"], int(line["moves"])) for line in found]


MATES: Final = _published_mates()
