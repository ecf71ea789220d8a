"""Onitama with five fixed cards."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game

SIZE = 5
TIGER = ((0, -2), (0, 1))
CRAB = ((0, -1), (-2, 0), (2, 0))
MONKEY = ((-1, -1), (1, -1), (-1, 1), (1, 1))
CRANE = ((0, -1), (-1, 1), (1, 1))
BOAR = ((0, -1), (-1, 0), (1, 0))
CARDS = (TIGER, CRAB, MONKEY, CRANE, BOAR)
PUPIL, MASTER = 1, 2  # negative for player 1


class State(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, int], tuple[int, int]]
    spare: int
    player: int


class Move(NamedTuple):
    card: int
    x: int
    y: int
    to_x: int
    to_y: int


class Onitama(Game[State]):
    """Take the other master, or bring yours to the other's temple."""

    def start(self):
        home = (PUPIL, PUPIL, MASTER, PUPIL, PUPIL)
        rows = [tuple(-piece for piece in home)]
        rows += [(0,) * SIZE for _ in range(SIZE - 2)]
        rows += [home]
        return State(tuple(rows), ((0, 1), (2, 3)), 4, 0)

    def moves(self, state):
        if self.is_over(state):
            return
        sign = 1 if state.player == 0 else -1
        for y in range(SIZE):
            for x in range(SIZE):
                if state.board[y][x] * sign <= 0:
                    continue
                for card in state.hands[state.player]:
                    for dx, dy in CARDS[card]:
                        to_x, to_y = x + sign * dx, y + sign * dy
                        if not (0 <= to_x < SIZE and 0 <= to_y < SIZE):
                            continue
                        if state.board[to_y][to_x] * sign > 0:
                            continue
                        yield Move(card, x, y, to_x, to_y)

    def play(self, state, move):
        board = [list(row) for row in state.board]
        board[move.to_y][move.to_x] = board[move.y][move.x]
        board[move.y][move.x] = 0
        hand = tuple(
            state.spare if card == move.card else card for card in state.hands[state.player]
        )
        hands = (hand, state.hands[1]) if state.player == 0 else (state.hands[0], hand)
        return State(tuple(tuple(row) for row in board), hands, move.card, 1 - state.player)

    def is_over(self, state):
        """Whether the player who moved last has won."""
        if state.board[0][2] == MASTER or state.board[SIZE - 1][2] == -MASTER:
            return True
        own_master = MASTER if state.player == 0 else -MASTER
        return not any(own_master in row for row in state.board)

    def outcome(self, state):
        if self.is_over(state):
            return LOSS
        if not any(self.moves(state)):
            return LOSS
        return ONGOING
