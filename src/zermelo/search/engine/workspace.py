"""One thread's working memory, and the arrays it points to, which it keeps alive."""

from __future__ import annotations

import math
from typing import Any, cast

from zermelo.native.arrays import new_record, new_words, place_of, words_of
from zermelo.search.counters import NO_LIMIT
from zermelo.search.engine.endgames import Endgames
from zermelo.search.engine.matchdraws import NO_MATCH_DRAWS, MatchDraws
from zermelo.search.engine.memory import FIELDS, NO_KEY, NO_MOVE, NOWHERE, SHAPES, Memory
from zermelo.search.engine.ordering import reductions
from zermelo.search.engine.table import LOAD, Table, probe_table


class Workspace:
    """One thread's `memory` and its arrays.

    match_draws  the draw rules of a match, with repeated states as keys
    endgames     exact values of endgame states
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
            name: new_words(math.prod(shape), fill.get(name, 0)) for name, shape in SHAPES.items()
        }
        self.arrays["repeated"] = words_of([*match_draws.repeated, 0])
        self.arrays["table"] = table.words
        self.arrays["reductions"] = reductions()
        none = new_words(0)
        self.arrays["endgames"] = none if endgames is None else endgames.words
        self.memory = self._memory()

    def _memory(self) -> Memory:
        """The memory at the beginning of a search."""
        memory: Any = new_record(FIELDS, native=self.native)
        for name, array in self.arrays.items():
            memory[name] = place_of(array, native=self.native)
        begun = cast(Memory, memory)
        begun["node_limit"], begun["reached"] = NO_LIMIT, NOWHERE
        begun["most"], begun["load"] = self.table.most, LOAD
        self._begin_small(begun)
        begun["age"] = self.table.age
        begun["repeated_count"] = len(self.match_draws.repeated)
        begun["capped"], begun["quiet"] = self.match_draws.capped, self.match_draws.quiet or 0
        if self.endgames is not None:
            begun["slots"], begun["from_tier"] = self.endgames.slots, self.endgames.from_tier
            begun["asked"] = self.endgames.asked(native=self.native)
        return begun

    def look_up(self, key: int) -> int:
        """The result of `probe_table`, for callers outside kernels."""
        table, buckets = memoryview(self.table.words), self.memory["buckets"]
        return probe_table(cast(Memory, {"table": table, "buckets": buckets}), key)

    def forget(self) -> None:
        """Empty the table, which is small again."""
        self.table.forget()
        self._begin_small(self.memory)

    def _begin_small(self, memory: Memory) -> None:
        """Reset the table to its first size."""
        memory["buckets"] = self.arrays["size"][0] = self.table.buckets
        memory["filled"] = 0

    def partner(self) -> Workspace:
        """The workspace of one more thread that searches with the same table once they `share`.

        The table grows with the entries of the first thread, about its share of all of them.
        """
        given: Any = {"match_draws": self.match_draws, "endgames": self.endgames}
        other = Workspace(self.table, native=self.native, **given)
        other.memory["shared"], other.memory["load"] = 1, 0
        for name in ("claims", "size", "age"):
            other.memory[name] = self.memory[name]
        return other

    def share(self) -> None:
        """Begin to share the table with one more thread."""
        self.memory["shared"] += 1
        self.memory["load"] = max(1, LOAD // (1 + self.memory["shared"]))

    def begin_with(self, progress: bool) -> None:
        """Start the next search after a root move that makes progress, or does not."""
        due, memory = self.arrays["due"], self.memory
        due[1] = min(memory["capped"], 1 + memory["quiet"]) if progress else due[0]
