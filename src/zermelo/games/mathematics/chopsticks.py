"""Chopsticks: hands of raised fingers tap each other; a player with two dead hands loses."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, Game, Picture
from zermelo.errors import TextError, clip

FINGERS = 5


class Hands(NamedTuple):
    """The raised fingers of the mover's weaker and stronger hand, then of the opponent's."""

    low: int
    high: int
    other_low: int
    other_high: int
    player: int


class Chopsticks(Game[Hands]):
    """A player taps one of the opponent's hands, or moves fingers between their own two.

    A tap adds the tapping hand's fingers to the tapped hand. A hand with five or more fingers dies,
    and then has none. A split moves fingers from one hand to the other; it may revive a dead hand,
    but not kill one or leave the same two numbers. A player with two dead hands loses. Both begin
    with one finger on each hand. Endless play is a draw.

    rollover  exactly five fingers kill a hand; with more, five are subtracted

    A move is 5 · tapping + tapped fingers, or 25 + the weaker hand after a split; its text is
    "1>1", or "1+2". A position's text has the fingers of A, those of B and the player to move:
    "1,1-1,1 A".
    """

    rollover: bool = False

    def start(self) -> Hands:
        return Hands(1, 1, 1, 1, 0)

    def moves(self, state: Hands) -> Iterator[int]:
        low, high = state.low, state.high
        for hand in range(max(low, 1), high + 1):
            for other in range(max(state.other_low, 1), state.other_high + 1):
                if hand in (low, high) and other in (state.other_low, state.other_high):
                    yield FINGERS * hand + other
        for fewer in range(max(1, low + high + 1 - FINGERS), (low + high) // 2 + 1):
            if fewer != low:
                yield FINGERS**2 + fewer

    def play(self, state: Hands, move: int) -> Hands:
        low, high = state.low, state.high
        other_low, other_high = state.other_low, state.other_high
        if move < FINGERS**2:
            hand, tapped = move // FINGERS, move % FINGERS
            kept = other_low + other_high - tapped
            fingers = hand + tapped
            if fingers >= FINGERS:
                fingers = fingers - FINGERS if self.rollover else 0
            other_low, other_high = min(kept, fingers), max(kept, fingers)
        else:
            fewer = move - FINGERS**2
            low, high = fewer, low + high - fewer
        return Hands(other_low, other_high, low, high, 1 - state.player)

    def outcome(self, state: Hands) -> int:
        return ONGOING if state.high else LOSS

    def key(self, state: Hands) -> int:
        """The fingers, the mover's first; the player to move makes no difference."""
        own = FINGERS * state.low + state.high
        return FINGERS**2 * own + FINGERS * state.other_low + state.other_high

    def evaluate(self, state: Hands) -> float:
        """The mover's lead in living hands; fewer fingers, and so safer hands, add a little."""
        own = (state.low > 0) + (state.high > 0) - (state.low + state.high) / 16
        fingers = state.other_low + state.other_high
        return (own - (state.other_low > 0) - (state.other_high > 0) + fingers / 16) / 3

    def actions(self) -> Iterator[int]:
        for hand in range(1, FINGERS):
            yield from range(FINGERS * hand + 1, FINGERS * hand + FINGERS)
        yield from range(FINGERS**2 + 1, FINGERS**2 + FINGERS)

    def format_move(self, state: Hands, move: int) -> str:
        if move < FINGERS**2:
            return f"{move // FINGERS}>{move % FINGERS}"
        return f"{move - FINGERS**2}+{state.low + state.high - move + FINGERS**2}"

    def format_state(self, state: Hands) -> str:
        first, second = self.seated(state)
        return f"{first[0]},{first[1]}-{second[0]},{second[1]} {'AB'[state.player]}"

    def seated(self, state: Hands) -> tuple[tuple[int, int], tuple[int, int]]:
        """The hands of A and those of B."""
        hands = (state.low, state.high), (state.other_low, state.other_high)
        return (hands[1], hands[0]) if state.player else hands

    def parse_state(self, text: str) -> Hands:
        match = re.fullmatch(r"([0-4]),([0-4])-([0-4]),([0-4])([AB])", "".join(text.split()))
        if not match:
            example = self.format_state(self.start())
            raise TextError(f"{clip(text)} should be both hands and the mover, like {example}")
        first, second = sorted(map(int, match.group(1, 2))), sorted(map(int, match.group(3, 4)))
        own, other = (second, first) if match[5] == "B" else (first, second)
        if not other[1]:
            raise TextError("the player who moved last has two dead hands, and so had already lost")
        return Hands(own[0], own[1], other[0], other[1], "AB".index(match[5]))

    def picture(self, state: Hands) -> Picture:
        hands = sum(self.seated(state), ())  # A's hands, drawn below, then B's
        own, other = (2, 0) if state.player else (0, 2)
        clicks, buttons = {}, {}
        for move in self.moves(state):
            if move < FINGERS**2:
                pair = hands.index(move // FINGERS, own), hands.index(move % FINGERS, other)
                clicks[move] = pair
            else:
                buttons[move] = self.format_move(state, move)
        return Picture(
            [(0, 2), (2, 2), (0, 0), (2, 0)],
            {point: str(count) for point, count in enumerate(hands) if count},
            clicks,
            buttons=buttons,
            surface="pits",
            shapes={str(count): "seeds" for count in range(1, FINGERS)},
            prompts=("tap with a hand", "one of the opponent’s hands"),
        )
