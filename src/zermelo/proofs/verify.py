"""Checks a certificate: one walk through each goal's proof, by the rules alone."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from zermelo.contract import analysis as analyses
from zermelo.contract.analysis import Analysis, MoveValue, Verdict, by_of
from zermelo.contract.arguments import GameGiven, game_given, path_given
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ParameterError, UsageError
from zermelo.proofs.certificate import Certificate, Goal, read_certificate
from zermelo.proofs.walk import Unproven, compiled_walk, walk
from zermelo.search.textbook import utility
from zermelo.search.traces.trace import BACKED_UP, CERTIFICATE, LEAF, NOBODY, OPEN, TABLE
from zermelo.search.traces.tracing import LIMIT
from zermelo.search.traces.views import CertificateTrace

FEW: Final = 20_000  # the most moves to check in plain code; a kernel checks larger certificates
Learn = Callable[[Game, Any, int], None]


class ProofCheck(Verdict):
    """The result of a check: `fault` says where the proof fails, and is None if it holds.

    game, state, claim  the game, the state and the claim as texts
    positions  the number of positions in the walks; symmetric ones count once
    moves      the number of the claimant's moves
    fault      the place where the proof fails, or None
    seconds    the duration of the check

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     path = f"{place}/nim.proof"
    ...     made = zermelo.prove("nim(rows=[1, 2])", claim="win", out=path, native=False)
    ...     zermelo.verify_proof(path, native=False).fault is None
    True
    """

    game: str
    state: str | None
    claim: str
    positions: int
    moves: int
    fault: str | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether the claim is proven."""
        return self.fault is None


def verify_proof(
    path: str | Path, *, game: GameGiven | None = None, native: bool = True
) -> ProofCheck:
    """Check the certificate in a file by the rules alone.

    path    the file that `prove` wrote
    game    the rules, if they are not built in: a certificate runs no Python
    native  False checks even large certificates in plain Python

    Raises `UsageError` for a file without a certificate, and for damage.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     path = f"{place}/nim.proof"
    ...     made = zermelo.prove("nim(rows=[1, 2])", claim="win", out=path, native=False)
    ...     zermelo.verify_proof(path, native=False).sound
    True
    """
    began = time.perf_counter()
    proof = read_certificate(path_given(path), None if game is None else game_given(game))
    moves = sum(map(len, proof.moves))
    positions, fault = check(proof, native=native and moves > FEW)
    rules, state = proof.game, proof.state
    return ProofCheck(
        game=str(rules),
        state=rules.format_state(state) if rules.has("format_state") else None,
        claim=proof.claim.text,
        positions=positions,
        moves=moves,
        fault=fault,
        seconds=time.perf_counter() - began,
    )


def check(
    proof: Certificate, learn: Learn | None = None, *, native: bool = False
) -> tuple[int, str | None]:
    """Check a proof; return the number of its positions, for all goals, and its fault or None. A
    proof holds if each goal's walk does, and uses exactly the given moves. `learn` is called with
    the game and each of the claimant's positions and moves, except in compiled walks.
    """
    goals, positions = proof.claim.goals(proof.game, proof.state), 0
    if len(goals) != len(proof.moves):
        return 0, f"{proof.claim.text} takes {len(goals)} walks, not {len(proof.moves)}"
    for goal, moves in zip(goals, proof.moves, strict=True):
        known = compiled_walk(proof.game, proof.state, goal, moves) if native else None
        if known is not None:
            positions += known
            continue
        given = iter(moves)

        def choose(state: Any, given: Any = given) -> int:
            move = next(given, None)
            if move is None:
                raise Unproven("the certificate lacks a move of its proof")
            if learn is not None:
                learn(proof.game, state, move)
            return int(move)

        try:
            positions += walk(proof.game, proof.state, goal, choose)
        except Unproven as fault:
            return positions, str(fault)
        if next(given, None) is not None:
            return positions, "the certificate has more moves than its proof needs"
    return positions, None


class Known:
    """The results that follow from a certificate, which is checked first. Raises `UsageError` if it
    proves nothing about this game, by default the game that the file names.
    """

    def __init__(self, path: Path, game: Game | None = None) -> None:
        proof = read_certificate(path, game)
        self.game, self.state = proof.game, proof.state
        self.goals = proof.claim.goals(proof.game, proof.state)
        # (position, claimant) → the position after the claimant's move, both up to symmetry
        self.answers: dict[tuple[Any, int], Any] = {}
        _, fault = check(proof, self._learn)
        if fault is not None:
            raise UsageError(f"{path} proves nothing: {fault}")
        begins = min(self.game.symmetries(self.state))
        self._after = {(begins, goal.claimant) for goal in self.goals}
        self._after |= {(after, claimant) for (_, claimant), after in self.answers.items()}

    def _learn(self, game: Game, state: Any, move: int) -> None:
        name = min(game.symmetries(state)), game.player(state)
        self.answers[name] = min(game.symmetries(game.play(state, move)))

    def bounds(self, state: Any) -> tuple[int, int]:
        """The least and the most that `state` can be worth to its player to move."""
        game = self.game
        outcome = game.outcome(state)
        if outcome != ONGOING:
            worth = utility(game, state, outcome)
            return worth, worth
        low, high = -game.value_bound, game.value_bound
        for goal in filter(partial(self.proves, state), self.goals):
            if goal.claimant == game.player(state):
                low = max(low, goal.least)
            else:
                high = min(high, -goal.least)
        return low, high

    def proves(self, state: Any, goal: Goal) -> bool:
        """Whether the walk covers `state`, or all positions after it if the other player moves."""
        if self._walk(state, goal):
            return True
        children = [self.game.play(state, move) for move in self.game.moves(state)]
        waits = self.game.player(state) != goal.claimant and self.game.outcome(state) == ONGOING
        return waits and all(self._walk(child, goal) for child in children)

    def _walk(self, state: Any, goal: Goal) -> bool:
        game, (claimant, least) = self.game, goal
        outcome, mine = game.outcome(state), game.player(state) == claimant
        if outcome != ONGOING:
            worth = utility(game, state, outcome)
            return (worth if mine else -worth) >= least
        return (min(game.symmetries(state)), claimant) in (self.answers if mine else self._after)

    def analysis(self, state: Any = None) -> Analysis | None:
        """The value of `state`, by default the start, and its moves; None if not proven."""
        began, game = time.perf_counter(), self.game
        state = game.start() if state is None else state
        value, high = self.bounds(state)
        if value < high:
            return None
        moves = tuple(self._move(state, move, value) for move in game.moves(state))
        best = tuple(entry.move for entry in moves if entry.exact and entry.value == value)
        first = [game.parse_move(state, text) for text in best[:1]]
        return analyses.known_analysis(
            game,
            state,
            value,
            moves,
            best_moves=best,
            line=analyses.line_texts(game, state, first, exact=True),
            remoteness=0 if not moves else None,
            seconds=time.perf_counter() - began,
            source="proof",
        )

    def _move(self, state: Any, move: int, value: int) -> MoveValue:
        child = self.game.play(state, move)
        low, high = self.bounds(child)
        if self.game.player(child) != self.game.player(state):
            low, high = -high, -low
        known = low == min(high, value)  # no move is worth more than the position
        text = self.game.format_move(state, move)
        shown = float(min(high, value))
        return MoveValue(text, shown, known, "exact" if known else "at most", by=by_of(self.game))


# Trees --------------------------------------------------------------------------------------------


def certificate_trace(
    known: Known, state: Any = None, *, depth: int | None = None, limit: int = LIMIT
) -> CertificateTrace:
    """The tree of a certificate from `state` on, by default the whole tree: one move of the
    claimant, all moves of the other player. For an exact value, it shows only the claim of the
    player to move. A position that is symmetric or equal to an earlier one, or `depth` plies deep,
    is not followed.

    Raises `UsageError` if the certificate proves nothing about `state`, and `ParameterError` for a
    tree of more than `limit` nodes.
    """
    game, start = known.game, known.state if state is None else state
    goal = next((goal for goal in known.goals if known.proves(start, goal)), None)
    if goal is None:
        raise UsageError("the certificate proves nothing about this position")
    rows: list[tuple[int, int, Any, int]] = []  # parent, move, state, end, in preorder
    met, waiting = set[Any](), [(NOBODY, NOBODY, start, 0)]
    while waiting:
        parent, move, at, level = waiting.pop()
        if len(rows) == limit:
            raise ParameterError(f"a tree holds at most {limit:,} nodes; give a --depth")
        name, end = (min(game.symmetries(at)), game.player(at)), BACKED_UP
        if game.outcome(at) != ONGOING:
            end = LEAF
        elif name in met or level == depth:
            end = TABLE if name in met else OPEN
        else:
            met.add(name)
            moves = _moves(known, at, goal.claimant)
            below = [(len(rows), move, game.play(at, move), level + 1) for move in moves]
            waiting += reversed(below)
        rows.append((parent, move, at, end))
    parents, made, states, ends = zip(*rows, strict=True)
    mine = [game.player(at) == goal.claimant for at in states]
    chosen, values = [NOBODY] * len(rows), list[float]()
    for node in range(len(rows) - 1, 0, -1):
        if mine[parents[node]]:
            chosen[parents[node]] = node
    for at, end, own in zip(states, ends, mine, strict=True):
        worth = utility(game, at, game.outcome(at)) if end == LEAF else goal.least
        values.append(worth if own or end != LEAF else -worth)
    return CertificateTrace.of_rows(
        game,
        CERTIFICATE,
        depth,
        states,
        parents,
        move=made,
        maximizing=mine,
        value=values,
        end=ends,
        chosen=chosen,
        claimant=goal.claimant,
        least=goal.least,
    )


def _moves(known: Known, state: Any, claimant: int) -> list[int]:
    """The claimant's move, or all moves of the other player."""
    game, moves = known.game, list(known.game.moves(state))
    if game.player(state) != claimant:
        return moves
    wanted = known.answers[min(game.symmetries(state)), claimant]
    fit = (move for move in moves if min(game.symmetries(game.play(state, move))) == wanted)
    return [next(fit)]
