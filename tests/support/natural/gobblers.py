"""Gobblet Gobblers: bigger pieces swallow smaller ones; three in a row win."""

from itertools import product
from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

SIZES = 3
ROWS = [[3 * r + c for c in range(3)] for r in range(3)]
COLUMNS = [[3 * r + c for r in range(3)] for c in range(3)]
LINES = [*ROWS, *COLUMNS, [0, 4, 8], [2, 4, 6]]


class Piece(NamedTuple):
    owner: int
    size: int


class Move(NamedTuple):
    source: int  # a cell, or -1 - size for a piece from the hand
    target: int


class State(NamedTuple):
    stacks: tuple[tuple[Piece, ...], ...]
    hands: tuple[tuple[int, ...], ...]  # how many pieces of each size
    player: int


class Gobblers(Game[State]):
    """Each has two pieces of three sizes."""

    copies: int = 2

    def start(self):
        hand = (self.copies,) * SIZES
        return State(((),) * 9, (hand, hand), 0)

    def owner(self, stack):
        return stack[-1].owner if stack else None

    def winners(self, state):
        tops = [self.owner(stack) for stack in state.stacks]
        return {
            tops[line[0]]
            for line in LINES
            if tops[line[0]] is not None and tops[line[0]] == tops[line[1]] == tops[line[2]]
        }

    def covers(self, size, stack):
        return not stack or stack[-1].size < size

    def moves(self, state):
        if self.winners(state):
            return
        for size, target in product(range(SIZES), range(9)):
            if state.hands[state.player][size] > 0 and self.covers(size, state.stacks[target]):
                yield Move(-1 - size, target)
        for source in range(9):
            if self.owner(state.stacks[source]) != state.player:
                continue
            size = state.stacks[source][-1].size
            for target in range(9):
                if target != source and self.covers(size, state.stacks[target]):
                    yield Move(source, target)

    def play(self, state, move):
        stacks = list(state.stacks)
        hands = [list(hand) for hand in state.hands]
        if move.source < 0:
            piece = Piece(state.player, -1 - move.source)
            hands[state.player][piece.size] -= 1
        else:
            piece = stacks[move.source][-1]
            stacks[move.source] = stacks[move.source][:-1]
        stacks[move.target] += (piece,)
        return State(tuple(stacks), tuple(tuple(hand) for hand in hands), 1 - state.player)

    def outcome(self, state):
        winners = self.winners(state)
        if len(winners) == 2:
            return DRAW
        if state.player in winners:
            return WIN
        if winners:
            return LOSS
        return ONGOING
