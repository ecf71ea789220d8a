"""The laws of hints: what a game says to make searches faster has to be true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.contract.game import DRAW, WIN
from zermelo.errors import clip
from zermelo.laws.subject import Subject
from zermelo.laws.violation import Violation
from zermelo.search.engine.score import lifted, plies_to_end
from zermelo.search.mcts import NO_REPLY


def ending(score: int) -> str:
    """A score in words."""
    if score == 0:
        return "no end in sight"
    return f"{'a win' if score > 0 else 'a loss'} in {plies_to_end(score)}"


def remaining(subject: Subject, state: Any) -> Iterator[Violation]:
    """As many plies as `remaining` says, the game can last at most."""
    game, left = subject.game, subject.game.remaining(state)
    if left == -1:
        return
    if left < int(subject.goes_on(state)):
        yield Violation("remaining at least 1 while the game goes on, else 0", repr(left))
    for move in subject.moves(state):
        after = game.remaining(game.play(state, move))
        if not 0 <= after < left:
            moved = subject.move_text(state, move)
            yield Violation(f"remaining below {left} after {moved}", repr(after))


def foresee(subject: Subject, state: Any) -> Iterator[Violation]:
    """The ends that a game foresees are those that best play leads to."""
    if not subject.goes_on(state):
        return
    game, (depth, score) = subject.game, subject.horizon(state)
    foreseen = game.foresee(state)
    if type(foreseen) is not int:
        yield Violation("a whole number of plies from foresee", clip(repr(foreseen)))
        return
    plies = plies_to_end(score) if score else 0
    ends = plies if score > 0 else -plies
    if foreseen and ends != foreseen and (abs(foreseen) <= depth or ends):
        yield Violation(f"{ending(score)}, as search finds in {depth} plies", f"foresee {foreseen}")
    soonest = game.soonest_win if score > 0 else game.soonest_loss
    if not foreseen and 0 < plies < soonest:
        name = "soonest_win" if score > 0 else "soonest_loss"
        seen = f"{ending(score)}, unforeseen"
        yield Violation(f"no end sooner than {name}, {soonest}, unless foreseen", seen)


def assured(subject: Subject, state: Any) -> Iterator[Violation]:
    """A search to the end agrees with what is assured, and finds no win later."""
    if not subject.goes_on(state):
        return
    game, (depth, score) = subject.game, subject.horizon(state)
    if score == 0 and not 0 <= game.remaining(state) <= depth:
        return  # a draw, or an end beyond the horizon
    for value in (DRAW, WIN):
        sure = game.assured(state, value)
        right = (sure > 0) == ((score > 0) - (score < 0) >= value)
        if sure and not (right and (score == 0 or plies_to_end(score) <= abs(sure))):
            seen = f"{ending(score)}, as search finds in {depth} plies"
            yield Violation(seen, f"assured {sure} for {value}")


def candidates(subject: Subject, state: Any) -> Iterator[Violation]:
    """Candidates are moves, and one of them wins as soon or loses as late as any move does."""
    if not subject.goes_on(state):
        return
    chosen, legal = list(subject.game.candidates(state)), subject.moves(state)
    if not chosen or len(set(chosen)) < len(chosen) or not set(chosen) <= set(legal):
        yield Violation("some of the moves as candidates, each once", repr(chosen))
    elif len(chosen) < len(legal):
        scores = _scores(subject, state, legal)
        best = max(legal, key=lambda move: scores[move])
        reached = max(scores[move] for move in chosen)
        if reached < scores[best]:
            good = f"{subject.move_text(state, best)}, {ending(scores[best])}"
            yield Violation(f"a candidate as good as {good}", f"with candidates {ending(reached)}")


def _scores(subject: Subject, state: Any, legal: list[int]) -> dict[int, int]:
    """The score of each move, as far as the horizon of `state`; 0 is no end in sight."""
    game, (depth, _) = subject.game, subject.horizon(state)
    scores = {}
    for move in legal:
        child = game.play(state, move)
        score = lifted(subject.end(child, depth - 1) or 0) if depth else 0
        scores[move] = score if game.player(child) == game.player(state) else -score
    return scores


def replies(subject: Subject, state: Any) -> Iterator[Violation]:
    """A reply to a move is a move, or −1."""
    game = subject.game
    for move in subject.moves(state):
        child = game.play(state, move)
        if not subject.goes_on(child):
            continue
        answer = game.reply(child, move)
        if answer != NO_REPLY and answer not in subject.moves(child):
            moved = subject.move_text(state, move)
            yield Violation(f"a move or -1 as reply to {moved}", repr(answer))
