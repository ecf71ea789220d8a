"""Breakthrough: two rows of men each; the first man to reach the far row wins."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.contract.game import LOSS, ONGOING, cells
from zermelo.kit.pieces import MEN, Men, MenGame

STEPS: Final = "", "a step", "two steps"  # the distance from the far row, in words


class Breakthrough(MenGame):
    """Men step forward to reach the far side; the first one there wins.

    A man moves one cell straight or diagonally forward to an empty cell, and captures an enemy by
    moving diagonally onto its cell. Capturing is never forced. A player without men loses. Each
    side starts with two rows of men; White, at the bottom, moves first. (Dan Troyka, 2000)

    A move is 3 · target + 0, 1 or 2 for a step to the left, straight or to the right on the board
    as drawn.
    """

    width: int = 8
    height: int = 8
    limits = {"width": range(2, 17), "height": range(4, 17)}
    shapes = MEN

    def start(self) -> Men:
        rows = (1 << 2 * self.width) - 1
        return Men(rows << self.width * (self.height - 2), rows, 0)

    def moves(self, state: Men) -> Iterator[int]:
        if not self.lost(state):
            for side in range(3):
                for target in cells(self.targets(state, side)):
                    yield 3 * target + side

    def targets(self, state: Men, side: int) -> int:
        """The cells to which men can step to the left (0), straight (1) or to the right (2)."""
        men, closed = state.own, state.own
        if side == 0:
            men &= ~self.left
        elif side == 1:
            closed |= state.other
        else:
            men &= ~self.right
        if state.player == 0:
            return men >> self.width + 1 - side & ~closed
        return men << self.width - 1 + side & self.board & ~closed

    def origin(self, state: Men, move: int) -> int:
        """The cell from which a move comes."""
        target, side = move // 3, move % 3
        back = self.width if state.player == 0 else -self.width
        return target + back + 1 - side

    def lost(self, state: Men) -> bool:
        """Whether an enemy has reached the mover's home row, or the mover has no men."""
        home = self.top if state.player else self.bottom
        return state.other & home != 0 or state.own == 0

    def play(self, state: Men, move: int) -> Men:
        target = 1 << move // 3
        own = state.own ^ (1 << self.origin(state, move)) | target
        return Men(state.other & ~target, own, state.player ^ 1)

    def outcome(self, state: Men) -> int:
        if self.lost(state):
            return LOSS
        for _ in self.moves(state):
            return ONGOING
        return LOSS

    def evaluate(self, state: Men) -> float:
        """The mover's lead in men and rows, with bonuses for a free capture and for safe runs.

        The weights are close to those of a logistic regression on the engine's own games.
        """
        own, other, player = state.own, state.other, state.player
        enemy = player ^ 1
        worth = 3 * (own.bit_count() - other.bit_count())
        if other & self.attacked(own, player) & ~self.attacked(other, enemy):
            worth += 5
        if self.run(own, other, player):
            worth += 25
        against = self.run(other, own, enemy)
        if against:
            worth -= 18 if against == 1 else 6
        ahead = self.advance(own, player) - self.advance(other, enemy)
        return (worth * self.height + ahead) / (16 * (self.width + 2) * self.height)

    def run(self, men: int, against: int, player: int) -> int:
        """The moves (1 or 2) that a man needs to get safely next to the far row; 0 for more."""
        enemy = player ^ 1
        first = self.reached(men, against, player) & ~self.attacked(against, enemy)
        if self.near(first, player):
            return 1
        against |= self.reached(against, men, enemy)
        second = self.reached(first, against, player) & ~self.attacked(against, enemy)
        return 2 if self.near(second, player) else 0

    def reached(self, men: int, closed: int, player: int) -> int:
        """The cells that these men can go to, including cells that they occupy now."""
        ahead = men << self.width & self.board if player else men >> self.width
        return ahead & ~closed | self.attacked(men, player) & self.board

    def advance(self, men: int, player: int) -> int:
        """The total number of rows the men have advanced, added bit by bit."""
        rows = 0
        for bit, counted in enumerate(self.rows_by_bit):
            rows += (men & counted).bit_count() << bit
        return rows if player else (self.height - 1) * men.bit_count() - rows

    @cached_property
    def rows_by_bit(self) -> tuple[int, ...]:
        """The rows with bit 0 set in their number, then those with bit 1, and so on."""
        return tuple(
            sum(self.top << y * self.width for y in range(self.height) if y >> bit & 1)
            for bit in range((self.height - 1).bit_length())
        )

    # Forced endings ------------------------------------------------------------------------------

    soonest_win, soonest_loss = 3, 2  # in plies, if `foresee` returns 0

    def foresee(self, state: Men) -> int:
        """1 if the mover can reach the far row or take the last man, −2 if no capture stops an
        enemy next to its far row, 3 for a safe step next to the far row, else 0.
        """
        player = state.player
        if self.near(state.own, player) or self.takes_last(state):
            return 1
        there = self.near(state.other, player ^ 1)
        if there:
            safe = there & ~self.attacked(state.own, player)
            return -2 if safe or there & there - 1 else 0
        safe = ~self.attacked(state.other, player ^ 1)
        for side in range(3):
            if self.near(self.targets(state, side), player) & safe:
                return 3
        return 0

    def candidates(self, state: Men) -> Iterator[int]:
        """All moves, except those that let an enemy one step from the far row win."""
        there = self.near(state.other, 1 - state.player)
        forced = 0
        if there and not self.near(state.own, state.player):
            forced = there & self.attacked(state.own, state.player)
        for side in range(3):
            targets = self.targets(state, side)
            for target in cells(targets & there if forced else targets):
                yield 3 * target + side

    def near(self, men: int, player: int) -> int:
        """The men one step from the far row."""
        return men & (self.bottom >> self.width if player else self.top << self.width)

    def attacked(self, men: int, player: int) -> int:
        """The cells where these men could capture."""
        left, right = men & ~self.left, men & ~self.right
        if player == 0:
            return left >> self.width + 1 | right >> self.width - 1
        return left << self.width - 1 | right << self.width + 1

    def takes_last(self, state: Men) -> bool:
        """Whether the mover can capture the last enemy."""
        other = state.other
        return other & other - 1 == 0 and other & self.attacked(state.own, state.player) != 0

    def order(self, state: Men, move: int) -> int:
        """Loud moves come first; for quiet moves, earlier cutoffs are a better guide than rows."""
        return int(self.loud(state, move))

    def loud(self, state: Men, move: int) -> bool:
        """Whether the move captures a man, or comes within one step of the far row."""
        target = move // 3
        row = target // self.width
        ahead = self.height - 1 - row if state.player == 0 else row
        return state.other >> target & 1 != 0 or ahead >= self.height - 2

    # For people and learners ---------------------------------------------------------------------

    def effect(self, state: Men, move: int) -> str:
        """The words for a move to the far row, or close to it and safe from capture; or ""."""
        target, after = move // 3, self.play(state, move)
        row = target // self.width
        ahead = self.height - 1 - row if state.player else row
        if ahead == 0:
            return "reaches the far row"
        if ahead >= len(STEPS) or self.attacked(after.own, after.player) >> target & 1:
            return ""
        return f"brings a man safely within {STEPS[ahead]} of the far row"

    def actions(self) -> Iterator[int]:
        for target in range(self.area):
            for side in range(3):
                if 0 <= target % self.width + 1 - side < self.width:
                    yield 3 * target + side

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return self.origin(state, move), move // 3

    def format_move(self, state: Men, move: int) -> str:
        text = super().format_move(state, move)
        return text.replace("-", "x") if state.other >> move // 3 & 1 else text

    def faults(self, state: Men) -> Iterator[str]:
        if max(state.own.bit_count(), state.other.bit_count()) > 2 * self.width:
            yield f"each side has at most {2 * self.width} men, like {self.example}"
        if state.own & (self.bottom if state.player else self.top):
            yield "the player to move already has a man on the far row, so the game is over"

    def complete(self, state: Men) -> list[tuple[int, ...]]:
        through = state.other & (self.top if state.player else self.bottom)
        return [(through.bit_length() - 1,)] if through else []
