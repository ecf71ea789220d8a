"""Kernels that play the engine against itself, to learn an evaluation from the games.

Each move is the best of a shallow search. Every state gives a row: its cells, the result of the
search, and the result of the game. So does the state after a random move: most of a search's leaves
are states that good play never reaches.
"""

import math
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.learned.layout import Layout
from zermelo.native import Place, array_at, kernel
from zermelo.native.arrays import Array
from zermelo.search.counters import draw_number, next_chance
from zermelo.search.engine.score import ESTIMATE, INFINITE
from zermelo.search.engine.search import negate_window, search
from zermelo.search.engine.table import Memory
from zermelo.search.playouts import pick_move

UNKNOWN: Final = 2
LONGEST: Final = 400  # the most plies of a game, which is then drawn
CHUNK: Final = 32  # bits of a board in one word of a row
SCORE: Final = 0  # index in a row: the search's result for the mover
HAND: Final = 1  # index in a row: the replaced evaluation, as a score
ENDED: Final = 2  # index in a row: the game's result for the mover, or UNKNOWN
PLAYER: Final = 3  # index in a row: the player to move
CELLS: Final = 4  # index in a row: the first word of the boards


@kernel
def choose_move(game: Game, state: Any, depth: int, ply: int, chance: int, memory: Memory) -> Any:
    """The best score in a search of this depth, a random best move, and the next `chance`."""
    best, move, count = -INFINITE, -1, 0
    for candidate in game.moves(state):
        child = game.play(state, candidate)
        same = game.player(child) == game.player(state)
        floor, ceiling = negate_window(same, max(best - 1, -INFINITE), INFINITE)
        memory["top"] = 0
        score = search(game, child, depth - 1, floor, ceiling, ply, memory)
        score = score if same else -score
        if score > best:
            best, move, count = score, candidate, 1
        elif score == best:
            count += 1
            chance = next_chance(chance)
            if draw_number(chance, count) == 0:
                move = candidate
    return best, move, chance


@kernel
def write_row(
    game: Any, state: Any, score: int, boards: int, chunks: int, rows: Place, at: int
) -> None:
    """Write a state's row at word `at`; `game` has to come from `with_tables`."""
    row = array_at(rows)
    for index in range(at, at + CELLS + boards * chunks):
        row[index] = 0
    row[at + SCORE] = score
    row[at + HAND] = int(game.by_hand(state) * ESTIMATE)
    row[at + PLAYER] = game.player(state)
    for bit in range(chunks * CHUNK):
        word, place = at + CELLS + bit // CHUNK, 1 << bit % CHUNK
        for board in range(boards):
            if game.has_bit(state, board, bit):
                row[word + board * chunks] |= place


@kernel
def play_rows(
    game: Game,
    start: Any,
    shape: tuple[int, int, int, int, int, int, int],
    rows: Place,
    chance: int,
    memory: Memory,
) -> tuple[int, int]:
    """Play games until `most` rows are full, leaving out a last game that does not fit. Return the
    number of full rows and the next random state.

    shape  (most, words of a row, boards, chunks of each, depth, the most random plies at a game's
           start, the ply of a root's children): a tuple, so that new numbers need no compilation
    """
    most, words, boards, chunks, depth, opening, ply = shape
    row, count = array_at(rows), 0
    while count < most:
        state, first, plies, chance = start, count, 0, next_chance(chance)
        begins = draw_number(chance, opening + 1)
        while game.outcome(state) == ONGOING and plies < LONGEST:
            if count + 2 > most:  # no room for the rest of the game: leave the game out
                return first, chance
            astray, _, chance = pick_move(game, state, chance)
            move = astray
            if plies >= begins:
                score, move, chance = choose_move(game, state, depth, ply, chance, memory)
                write_row(game, state, score, boards, chunks, rows, words * count)
                count += 1
                child = game.play(state, astray)
                if game.outcome(child) == ONGOING:
                    score, _, chance = choose_move(game, child, depth, ply, chance, memory)
                    write_row(game, child, score, boards, chunks, rows, words * count)
                    row[words * count + ENDED] = UNKNOWN
                    count += 1
            state = game.play(state, move)
            plies += 1
        worth = game.outcome(state) if plies < LONGEST else 0
        worth = worth if game.player(state) == 0 else -worth
        for at in range(words * first, words * count, words):
            if row[at + ENDED] != UNKNOWN:
                row[at + ENDED] = worth if row[at + PLAYER] == 0 else -worth
    return count, chance


def chunks_of(layout: Layout) -> int:
    """The number of words of each board in a row of examples."""
    return -(-layout.area // CHUNK)


def entry_numbers(layout: Layout, rows: Array) -> Array:
    """For each row and each pattern, the number of the pattern's entry in the players' tables."""
    chunks = chunks_of(layout)
    cells = np.zeros((layout.area, len(rows)), np.int32)
    for place in range(len(layout.boards)):
        for bit in range(layout.area):
            words = rows[:, CELLS + place * chunks + bit // CHUNK]
            cells[bit] += layout.digits[place] * (words >> bit % CHUNK & 1).astype(np.int32)
    numbers = np.empty((len(rows), len(layout.patterns)), np.int32)
    at = rows[:, PLAYER] * (layout.entries if layout.players == 2 else 0)
    for index, bits in enumerate(layout.patterns):
        numbers[:, index] = at
        for digit, bit in enumerate(bits):
            numbers[:, index] += cells[bit] * layout.base**digit
        at = at + layout.base ** len(bits)
    return numbers


@kernel
def sweep(
    numbers: Any, order: Any, base: Any, targets: Any, weights: Any, steep: Any, rate: float
) -> float:
    """Move the weights towards the targets, row by row, unless `rate` is 0; return the mean
    logarithmic loss before each step. A sum s means a chance of 1 / (1 + e^−2s) to win. Steps are
    divided by the root of a weight's summed squared errors (AdaGrad, Duchi et al. 2011).
    """
    lost = 0.0
    for at in range(len(order)):
        row = order[at]
        total = base[row]
        for place in range(numbers.shape[1]):
            total += weights[numbers[row, place]]
        chance = 1 / (1 + math.exp(-2 * min(max(total, -15.0), 15.0)))
        lost -= targets[row] * math.log(chance) + (1 - targets[row]) * math.log(1 - chance)
        error = targets[row] - chance
        if rate > 0:
            for place in range(numbers.shape[1]):
                number = numbers[row, place]
                steep[number] += error * error
                weights[number] += rate * error / math.sqrt(steep[number])
    return lost / max(len(order), 1)
