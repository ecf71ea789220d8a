"""Games about numbers: of matches in rows, of seeds in pits, of what is left in heaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from zermelo.contract.game import State
from zermelo.errors import TextError, clip
from zermelo.kit.boardtext import PositionGame, split_mover


class CountGame(PositionGame[State]):
    """A game of players A and B whose state is numbers, also in tuples, and last who is to move.

    A position's text has all numbers, and who is to move: "4,4,2 A". By default numbers only fall,
    and the actions are the moves at the start.

    counted  the numbers in words
    """

    counted: ClassVar[str] = "numbers"

    def counts(self, state: State) -> list[int]:
        """All numbers of a state, in order."""
        parts = (part if isinstance(part, tuple) else (part,) for part in state[:-1])
        return [count for part in parts for count in part]

    def actions(self) -> Iterator[int]:
        yield from self.moves(self.start())

    def format_state(self, state: State) -> str:
        return f"{','.join(map(str, self.counts(state)))} {'AB'[state[-1]]}"

    def parse_state(self, text: str) -> State:
        start: Any = self.start()
        body, player = split_mover(text, "AB", self.example)
        words, many = "".join(body.split()).split(","), len(self.counts(start))
        if len(words) != many or not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
            right = f"{many} numbers, {self.counted}, and who is to move, like {self.example}"
            raise TextError(f"{clip(text)} should be {right}")
        counts = map(int, words)
        parts = [
            tuple(islice(counts, len(part))) if isinstance(part, tuple) else next(counts)
            for part in start[:-1]
        ]
        return self.checked(start._make([*parts, player]))

    def faults(self, state: State) -> Iterator[str]:
        first, now = self.counts(self.start()), self.counts(state)
        if any(count > most for count, most in zip(now, first, strict=True)):
            yield f"no number should be larger than at the start, {self.example}"
        if now == first and state[-1]:
            yield f"A moves first: {self.example}"
