"""Dominoes: open hands of pairs that get shorter; a line with two ends."""

from dataclasses import dataclass, replace

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

Tile = tuple[int, int]
SET = [(a, b) for a in range(4) for b in range(a, 4)]


@dataclass(frozen=True)
class Table:
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    ends: Tile = (-1, -1)
    player: int = 0
    passes: int = 0


class Dominoes(Game[Table]):
    """Lay a tile at an end of the line that shows its number; whoever lays all tiles wins."""

    def start(self):
        return Table(hands=(tuple(SET[::2]), tuple(SET[1::2])))

    def fits(self, state, tile, end):
        return state.ends[end] in tile or state.ends[0] == -1

    def moves(self, state):
        found = []
        for number, tile in enumerate(state.hands[state.player]):
            for end in (0, 1):
                if self.fits(state, tile, end):
                    found.append((number, end))
        if not found:
            found.append((-1, 0))
        return found

    def play(self, state, move):
        number, end = move
        if number < 0:
            return replace(state, player=1 - state.player, passes=state.passes + 1)
        hand = state.hands[state.player]
        a, b = hand[number]
        rest = hand[:number] + hand[number + 1 :]
        hands = (rest, state.hands[1]) if state.player == 0 else (state.hands[0], rest)
        if state.ends == (-1, -1):
            ends = (a, b)
        else:
            other = b if a == state.ends[end] else a
            ends = (other, state.ends[1]) if end == 0 else (state.ends[0], other)
        return Table(hands, ends, 1 - state.player, 0)

    def outcome(self, state):
        mine, yours = state.hands[state.player], state.hands[1 - state.player]
        if not yours:
            return LOSS
        if state.passes == 2:
            a, b = (sum(map(sum, hand)) for hand in (mine, yours))
            if a == b:
                return DRAW
            return WIN if a < b else LOSS
        return ONGOING

    def format_move(self, state, move):
        number, end = move
        return (
            "pass" if number < 0 else f"{state.hands[state.player][number]}@{end}".replace(" ", "")
        )
