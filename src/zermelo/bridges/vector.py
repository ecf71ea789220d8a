"""Thousands of games for training: a single call makes a move in each."""

from typing import Any, Final

import numpy as np

from zermelo.bridges.learners import USUAL, actions_of, longest, observer_of
from zermelo.contract.game import ONGOING, Game
from zermelo.native import kernel, runs_native
from zermelo.native.arrays import Array
from zermelo.native.compiler.layouts import largest_int
from zermelo.native.items import count_items, read_items, read_words, write_items, write_words
from zermelo.play.history import DrawRules
from zermelo.search.counters import states_from_seed
from zermelo.search.playouts import pick_move

WORD: Final = 63  # bits of an int in each word of a row
LARGEST: Final = 1 << 22  # the most entries of a table of actions

# Kernels -----------------------------------------------------------------------------------------


@kernel
def find_number(action: int, values: Any) -> Any:
    """The number of an action; `values`, int64 (2, n), has ascending actions and their numbers."""
    first, last = 0, values.shape[1] - 1
    while first < last:
        middle = (first + last) // 2
        if values[0, middle] < action:
            first = middle + 1
        else:
            last = middle
    return values[1, first]


@kernel
def number_of(game: Any, state: Any, move: int, table: Any, values: Any) -> Any:
    """The number of a move, from `table`, which begins at the least action, or from `values`."""
    if table is None:
        return find_number(game.action(state, move), values)
    return table[game.action(state, move) - values[0, 0]]


@kernel
def read_game(example: Any, least: Any, words: Any, first: int, row: Any) -> Any:
    """The state at index `first`; `row` is scratch space, or None if each int has a single word."""
    if row is None:
        return read_items(example, words, first)
    for word in range(len(row)):
        row[word] = words[first + word]
    return read_words(example, least, row)


@kernel
def write_game(state: Any, least: Any, words: Any, first: int, row: Any) -> None:
    """Write a state's words from index `first` on; `row` as in `read_game`."""
    if row is None:
        write_items(state, words, first)
    else:
        write_words(state, least, row)
        for word in range(len(row)):
            words[first + word] = row[word]


@kernel
def step_games(
    game: Any, example: Any, rows: Any, row: Any, table: Any, values: Any, chosen: Any, made: Any
) -> int:
    """Make the move numbered `chosen[i]` in each game i; return how many games have ended.

    rows  the words of all states, and the least value of each int
    row   scratch space for a state, or None if each int has a single word
    made  `plies`, `rewards` and `ended` of `Games`, and the most plies of a game
    """
    (words, least), (plies, rewards, ended, cap) = rows, made
    size = len(words) // len(chosen)
    over = 0
    for i in range(len(chosen)):
        first = i * size
        state = read_game(example, least, words, first, row)
        wanted, mover, reward, done = chosen[i], game.player(state), -1, True
        for move in game.moves(state):
            if number_of(game, state, move, table, values) == wanted:
                state = game.play(state, move)
                outcome = game.outcome(state)
                done, reward = outcome != ONGOING, 0
                if done:
                    reward = outcome if game.player(state) == mover else -outcome
                break
        plies[i] += 1
        done = done or plies[i] >= cap
        rewards[i], ended[i] = reward, done
        if done:
            over += 1
            plies[i] = 0
            state = example
        write_game(state, least, words, first, row)
    return over


@kernel
def draw_moves(
    game: Any, example: Any, rows: Any, row: Any, table: Any, values: Any, chosen: Any, chance: int
) -> int:
    """Write the number of a random legal move of each game to `chosen`; return the new `chance`."""
    words, least = rows
    size = len(words) // len(chosen)
    for i in range(len(chosen)):
        first = i * size
        state = read_game(example, least, words, first, row)
        move, _, chance = pick_move(game, state, chance)
        chosen[i] = number_of(game, state, move, table, values)
    return chance


@kernel
def mark_moves(
    game: Any, example: Any, rows: Any, row: Any, table: Any, values: Any, masks: Any, movers: Any
) -> int:
    """Mark legal moves in `masks`, write players to `movers`; return the number of legal moves."""
    words, least = rows
    size = len(words) // len(movers)
    count = 0
    for i in range(len(movers)):
        first = i * size
        state = read_game(example, least, words, first, row)
        movers[i] = game.player(state)
        for number in range(masks.shape[1]):
            masks[i, number] = 0
        for move in game.moves(state):
            masks[i, number_of(game, state, move, table, values)] = 1
            count += 1
    return count


# The games ---------------------------------------------------------------------------------------


class Games:
    """Many games of one kind, each a row of an array; a finished game begins again.

    rows     int64 [games, words]: each state's words; every int has the same number of 63-bit words
    plies    int64 [games]: the number of moves in each game
    rewards  int8 [games]: the reward of the last move's player, 1, 0 or −1; −1 if it was illegal
    ended    bool [games]: whether the last move ended its game, by the rules, by being illegal,
             or by the draw rules' limit of plies; repetitions don't count

    >>> import zermelo
    >>> games = Games(zermelo.game("nim(rows=[1, 2])"), 3, native=False)
    >>> rewards, ended = games.step([0, 1, 2])
    >>> games.players.tolist(), games.masks.tolist()[0], ended.tolist()
    ([1, 1, 1], [0, 1, 1], [False, False, False])
    """

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        seed: int | None = None,
        draws: DrawRules = USUAL,
        native: bool = True,
    ) -> None:
        self.game, self._native, self._start = game, native, game.start()
        self.actions = actions_of(game)
        self._ready: dict[Any, Any] = {}
        items = count_items(self._start)
        self._least, words = np.zeros(items, np.int64), 8  # plain ints may have any size
        if native and runs_native(game):
            from zermelo.native.running import layout_for  # loads the compiler

            words = max(1, -(-largest_int(layout_for(game)).bit_length() // WORD))
        self.rows = np.zeros((count, items * words), np.int64)
        self.plies = np.zeros(count, np.int64)
        self.rewards = np.zeros(count, np.int8)
        self.ended = np.zeros(count, np.bool_)
        self._chance = next(states_from_seed(seed))
        order = np.argsort(np.asarray(self.actions.values, np.int64))
        values = np.asarray(self.actions.values, np.int64)[order]
        numbers, spread = np.stack([values, order]), values[-1] - values[0]
        table: Array | None = None
        if spread < LARGEST:  # the table begins at the least action
            table = np.full(spread + 1, -1, np.int64)
            table[values - values[0]] = order
        row = np.zeros_like(self.rows[0]) if self.rows.shape[1] > items else None
        self._made = self.plies, self.rewards, self.ended, longest(game, draws)
        rows = self.rows.reshape(-1), self._least
        self._given = game, self._start, rows, row, table, numbers
        self.reset()

    def reset(self) -> None:
        """Begin all games again."""
        for index in range(len(self.rows)):
            write_words(self._start, self._least, self.rows[index])
        self.plies[:] = 0

    def step(self, chosen: Any) -> tuple[Array, Array]:
        """Make the move numbered `chosen[i]` in each game i; return `rewards` and `ended`."""
        self._run(step_games, np.ascontiguousarray(chosen, np.int64), self._made)
        return self.rewards, self.ended

    def drawn(self) -> Array:
        """The number of a random legal move for each game, int64 [games]."""
        chosen = np.zeros(len(self.rows), np.int64)
        self._chance = int(self._run(draw_moves, chosen, self._chance))
        return chosen

    @property
    def masks(self) -> Array:
        """int8 [games, actions]: 1 for the number of each legal move."""
        return self._marks()[0]

    @property
    def players(self) -> Array:
        """The player to move in each game, int8 [games]."""
        return self._marks()[1]

    def _marks(self) -> tuple[Array, Array]:
        masks = np.zeros((len(self.rows), self.actions.count), np.int8)
        movers = np.zeros(len(self.rows), np.int8)
        self._run(mark_moves, masks, movers)
        return masks, movers

    def state(self, index: int) -> Any:
        """The state of one game."""
        return read_words(self._start, self._least, self.rows[index])

    @property
    def observations(self) -> Array:
        """The observation of each game, float32 [games, …]; made one by one, never compiled."""
        observer = observer_of(self.game)
        return np.stack([observer(self.state(index)) for index in range(len(self.rows))])

    def _run(self, function: Any, *arguments: Any) -> Any:
        if function not in self._ready:
            given = *self._given, *arguments
            self._ready[function] = function.prepare(*given) if self._native else function
        return self._ready[function](*self._given, *arguments)
