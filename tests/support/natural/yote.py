"""Yote: drop, step, or hop over a man, and take another one as well."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game

NOWHERE = -1
DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Move(NamedTuple):
    source: int
    target: int
    extra: int  # the second man that is taken


class State(NamedTuple):
    board: tuple[int, ...]
    hands: tuple[int, int]
    player: int


class Yote(Game[State]):
    """Who has no man left, or no move, loses."""

    width: int = 4
    height: int = 3
    men: int = 4

    def start(self):
        return State((0,) * (self.width * self.height), (self.men, self.men), 0)

    def step(self, cell, direction):
        x, y = cell % self.width, cell // self.width
        dx, dy = direction
        x, y = x + dx, y + dy
        if x in range(self.width) and y in range(self.height):
            return y * self.width + x
        return NOWHERE

    def moves(self, state):
        mine, theirs = (1, 2) if state.player == 0 else (2, 1)
        cells = range(self.width * self.height)
        if state.hands[state.player] > 0:
            yield from (Move(NOWHERE, c, NOWHERE) for c in cells if not state.board[c])
        for cell in cells:
            if state.board[cell] != mine:
                continue
            for direction in DIRECTIONS.values():
                near = self.step(cell, direction)
                if near == NOWHERE:
                    continue
                if state.board[near] == 0:
                    yield Move(cell, near, NOWHERE)
                elif state.board[near] == theirs:
                    far = self.step(near, direction)
                    if far == NOWHERE or state.board[far]:
                        continue
                    others = [c for c in cells if state.board[c] == theirs and c != near]
                    if not others:
                        yield Move(cell, far, NOWHERE)
                    for other in others:
                        yield Move(cell, far, other)

    def play(self, state, move):
        board = list(state.board)
        hands = list(state.hands)
        if move.source == NOWHERE:
            hands[state.player] -= 1
        else:
            board[move.source] = 0
            distance = abs(move.source - move.target)
            if distance in (2, 2 * self.width) and self.width != 2:
                board[(move.source + move.target) // 2] = 0
            if move.extra != NOWHERE:
                board[move.extra] = 0
        board[move.target] = state.player + 1
        return State(tuple(board), tuple(hands), 1 - state.player)

    def outcome(self, state):
        man = state.player + 1
        if man not in state.board and state.hands[state.player] == 0:
            return LOSS
        return ONGOING if list(self.moves(state)) else LOSS
