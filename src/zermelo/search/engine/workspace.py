"""What one thread searches with: its memory, and the arrays that this points to, kept alive."""

from __future__ import annotations

import math
from typing import Any, cast

from zermelo.native.words import new_record, new_words, place_of, words_of
from zermelo.search.counters import NO_LIMIT
from zermelo.search.engine.endgames import Endgames
from zermelo.search.engine.matchdraws import NO_MATCH_DRAWS, MatchDraws
from zermelo.search.engine.memory import FIELDS, NO_KEY, NO_MOVE, NOWHERE, SHAPES, Memory
from zermelo.search.engine.table import CROWD, Table, recall


class Workspace:
    """One thread's `memory` and its arrays.

    match_draws  the draws of a match; its repeated states as keys
    endgames     states whose values are known
    """

    def __init__(
        self,
        table: Table,
        *,
        native: bool,
        match_draws: MatchDraws = NO_MATCH_DRAWS,
        endgames: Endgames | None = None,
    ) -> None:
        table.grow_older()
        self.native, self.endgames = native, endgames
        self.table, self.match_draws = table, match_draws
        fill = {"killers": NO_MOVE, "path": NO_KEY, "due": match_draws.due}
        self.arrays = {
            name: new_words(math.prod(shape), fill.get(name, 0), native=native)
            for name, shape in SHAPES.items()
        }
        self.arrays["repeated"] = words_of([*match_draws.repeated, 0], native=native)
        self.arrays["table"] = table.words
        none = new_words(0, native=native)
        self.arrays["endgames"] = none if endgames is None else endgames.words
        self.memory = self._memory()

    def _memory(self) -> Memory:
        """The memory at the beginning of a search."""
        memory: Any = new_record(FIELDS, native=self.native)
        for name, array in self.arrays.items():
            memory[name] = place_of(array, native=self.native)
        begun = cast(Memory, memory)
        begun["node_limit"], begun["reached"] = NO_LIMIT, NOWHERE
        begun["most"], begun["crowd"] = self.table.most, CROWD
        self._begin_small(begun)
        begun["age"] = self.table.age
        begun["repeated_count"] = len(self.match_draws.repeated)
        begun["capped"], begun["quiet"] = self.match_draws.capped, self.match_draws.quiet or 0
        if self.endgames is not None:
            begun["slots"], begun["from_tier"] = self.endgames.slots, self.endgames.from_tier
            begun["asked"] = self.endgames.asked(native=self.native)
        return begun

    def look_up(self, key: int) -> int:
        """What `recall` finds, for those outside of kernels."""
        table, buckets = memoryview(self.table.words), self.memory["buckets"]
        return recall(cast(Memory, {"table": table, "buckets": buckets}), key)

    def forget(self) -> None:
        """Empty the table, which is small again."""
        self.table.forget()
        self._begin_small(self.memory)

    def _begin_small(self, memory: Memory) -> None:
        """Have a search use as much of the table as it begins with."""
        memory["buckets"] = self.arrays["size"][0] = self.table.buckets
        memory["filled"] = 0

    def partner(self) -> Workspace:
        """The workspace of one more thread that searches the same with the same table.

        The table grows with what the first thread writes, about its share of all.
        """
        given: Any = {"match_draws": self.match_draws, "endgames": self.endgames}
        other = Workspace(self.table, native=self.native, **given)
        self.memory["shared"] += 1
        self.memory["crowd"] = max(1, CROWD // (1 + self.memory["shared"]))
        other.memory["shared"], other.memory["crowd"] = 1, 0
        for name in ("claims", "size", "age"):
            other.memory[name] = self.memory[name]
        return other

    def begin_with(self, progress: bool) -> None:
        """Have the next search begin behind a move of the root that makes progress, or not."""
        due, memory = self.arrays["due"], self.memory
        due[1] = min(memory["capped"], 1 + memory["quiet"]) if progress else due[0]
