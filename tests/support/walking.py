"""Walk through a game by the texts of its moves, at random, or through all states."""

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any

import oracles
import zermelo
from oracles.rules import History, Rules
from zermelo import ONGOING, Game
from zermelo.board.view import board_view
from zermelo.play.agenda import Agenda
from zermelo.play.session import Session


def review(session: Session, advisor: Any) -> Session:
    """Run all searches that the review of a session needs."""
    agenda = Agenda(session, advisor, scope="game", looks=0)
    while (task := agenda.next()) is not None:
        task.finish(task.find())
    return session


def play_out(session: Session) -> Session:
    """Have two computers play to the end."""
    while not session.over:
        session.advance()
    return session


LONGEST, MANY = 100, 300  # plies of one game, and of all games together


def texts(game: Game, state) -> list[str]:
    return [game.format_move(state, move) for move in game.moves(state)]


def after(game: Game, history) -> tuple:
    """The state that the move texts of `history` lead to, given one by one or as one text."""
    return reached(game, tuple(history.split() if isinstance(history, str) else history))


@cache
def reached(game: Game, history: tuple[str, ...]) -> tuple:
    if not history:
        return game.start()
    state = reached(game, history[:-1])
    return game.play(state, game.parse_move(state, history[-1]))


def sequences(game: Game, state, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(sequences(game, game.play(state, move), depth - 1) for move in game.moves(state))


@lru_cache(maxsize=1)
def moves_of(rules: Rules, history: History) -> list[str]:
    """The moves that an oracle lists, cached because walk and test request the same moves."""
    return rules.moves(history)


def random_histories(rules: Rules, count: int, seed: str) -> Iterator[History]:
    """The history at each ply of `count` random games, or fewer once they have `MANY` plies."""
    generator, plies = random.Random(seed), 0
    for _ in range(count):
        if plies > MANY:
            return
        history: tuple[str, ...] = ()
        yield history
        while len(history) < LONGEST and (moves := moves_of(rules, history)):
            history = (*history, generator.choice(moves))
            plies += 1
            yield history


def random_game(game: Game, chance: random.Random, longest: int = 10_000) -> Iterator[Any]:
    """Each state of one random game, including its end."""
    state = game.start()
    yield state
    while longest and game.outcome(state) == ONGOING:
        state = game.play(state, chance.choice(list(game.moves(state))))
        longest -= 1
        yield state


def random_states(
    game: Game, chance: random.Random, count: int, longest: int = 10_000
) -> Iterator[Any]:
    """The first `count` states of random games, played one after the other."""
    games = iter(lambda: random_game(game, chance, longest), None)
    return islice(chain.from_iterable(games), count)


def all_states(game: Game) -> list[Any]:
    """All states that play leads to, the start first."""
    states = {game.start(): None}
    waiting = list(states)
    while waiting:
        state = waiting.pop()
        if game.outcome(state) == ONGOING:
            children = [game.play(state, move) for move in game.moves(state)]
            waiting += [child for child in children if child not in states]
            states |= dict.fromkeys(children)
    return list(states)


def graph_of(game: Game) -> tuple[list[Any], list[list[int]], list[int], list[int]]:
    """All states, and for each the indices of its children, its player, and its outcome or 0."""
    places = {state: place for place, state in enumerate(all_states(game))}
    children = [[places[game.play(s, m)] for m in game.moves(s)] for s in places]
    ends = [0 if below else game.outcome(s) for s, below in zip(places, children, strict=True)]
    return [*places], children, [game.player(state) for state in places], ends


def unfinished_state(game: Game, chance: random.Random, most: int) -> Any:
    """A state after fewer than `most` random moves, in which the game goes on."""
    states = random_game(game, chance, chance.randrange(most))
    return [state for state in states if game.outcome(state) == ONGOING][-1]


SOLVABLE = {  # small enough for an oracle to solve
    "tictactoe": oracles.Mnk(),
    "isolation(width=3, height=3)": oracles.Isolation(3, 3),
    "connectfour(width=4, height=3, k=3)": oracles.ConnectFour(4, 3, 3),
    "nim(rows=[2, 3, 2], misere=True)": oracles.Nim((2, 3, 2), True),
}
ORACLES = {  # with the ply from which on the oracle can solve positions
    "tictactoe": (oracles.Mnk(), 3),
    "isolation(width=3, height=3)": (oracles.Isolation(3, 3), 1),
    "connectfour(width=4, height=4, k=3)": (oracles.ConnectFour(4, 4, 3), 7),
    "nim(rows=[2, 3, 2])": (oracles.Nim((2, 3, 2)), 2),
}


@cache
def sampled(spec: str) -> list[tuple[str, ...]]:
    """Histories of unfinished games, no two of them the same."""
    rules, earliest = ORACLES[spec]
    generator, histories = random.Random(spec), {}
    while len(histories) < 25:
        history, following = (), rules.moves(())
        while following:
            if len(history) >= earliest and generator.random() < 0.5:
                histories[history] = None
                break
            history = (*history, generator.choice(following))
            following = rules.moves(history)
    return list(histories)


@cache
def solved(spec: str, history: tuple[str, ...]) -> tuple[int, int]:
    return oracles.solve(ORACLES[spec][0], history)


def best_of(spec: str, history: tuple[str, ...]) -> dict[str, int]:
    """Each move's true value for its player."""
    moves = ORACLES[spec][0].moves(history)
    return {move: -solved(spec, (*history, move))[0] for move in moves}


def session_at(spec: str | Game, moves: str = "", *given: Any, **named: Any) -> Session:
    """A session of a game in which these moves were made."""
    session = Session(zermelo.game(spec) if isinstance(spec, str) else spec, *given, **named)
    for move in moves.split():
        session.move(move)
    return session


def board_after(spec: str, moves: str, **more: Any) -> dict[str, Any]:
    """The JSON of a board after these moves, with the last one marked."""
    session = session_at(spec, moves)
    given = {"before": session.before, "last_move": session.tree[session.node].move, **more}
    return board_view(session.game, session.state, **given)
