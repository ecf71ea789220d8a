"""The laws of numbered states, which are all that solvers know; see `zermelo.contract.numbered`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from zermelo.errors import clip
from zermelo.laws.subject import Subject, Violation


def numbers(subject: Subject, state: Any) -> Iterator[Violation]:
    """Symmetric states share a number, from which one of them is made again; others have others."""
    game: Any = subject.game
    tier = game.tier(state)
    size = game.tier_size(tier)
    if size == 0:
        if subject.goes_on(state):
            yield Violation(f"numbers for tier {tier}, in which games go on", "tier_size 0")
        return
    number, images = game.index(state), list(game.symmetries(state))
    if not 0 <= number < size:
        yield Violation(f"a number from 0 to {size - 1} in tier {tier}", repr(number))
        return
    for image in images:
        if game.index(image) != number:
            text = f"number {number} for the symmetric {subject.text(image)} too"
            yield Violation(text, repr(game.index(image)))
    again = game.unindex(tier, number)
    if _unnamed(again) not in map(_unnamed, images):
        expected = f"{clip(repr(state))}, or a symmetric state, made of its number {number}"
        yield Violation(expected, clip(repr(again)))
    fixed = images.count(state)
    if game.stabiliser(state) != fixed:
        expected = f"stabiliser {fixed}, as many symmetries leave the state as it is"
        yield Violation(expected, repr(game.stabiliser(state)))


def _unnamed(state: Any) -> Any:
    """A state without who moves, which may only say who is who."""
    return state._replace(player=0) if "player" in state._fields else state


def retreats(subject: Subject, state: Any) -> Iterator[Violation]:
    """A state is among the retreats of another exactly when a move in the tier leads there."""
    game: Any = subject.game
    tier = game.tier(state)
    for child, moves in Counter(_following(subject, state)).items():
        if game.tier(child) == tier:
            listed = list(game.retreats(child)).count(state)
            if listed != moves:
                text = f"this state {moves} times among the retreats of {subject.text(child)}"
                yield Violation(text, f"{listed} times")
    for before, times in Counter(game.retreats(state)).items():
        moves = _following(subject, before).count(state) if subject.goes_on(before) else 0
        if game.tier(before) != tier or moves != times:
            expected = f"{times} moves in tier {tier} from the retreat {subject.text(before)} to it"
            yield Violation(expected, f"{moves} in tier {game.tier(before)}")


def exits(subject: Subject, state: Any) -> Iterator[Violation]:
    """Exits are tier and number after each move that leaves the tier; the other moves stay."""
    game: Any = subject.game
    tier = game.tier(state)
    if not subject.goes_on(state):
        return
    reached: Counter[tuple[int, int]] = Counter()
    following = _following(subject, state)
    for child in following:
        target = game.tier(child)
        if target != tier:
            reached[target, game.index(child) if game.tier_size(target) else -1] += 1
    if (listed := Counter[Any](game.exits(state))) != reached:
        yield Violation(f"the exits {sorted(reached.elements())}", repr(sorted(listed.elements())))
    inside = len(following) - reached.total()
    if game.stays(state) != inside:
        yield Violation(f"{inside} moves that stay in tier {tier}", repr(game.stays(state)))


def groups(subject: Subject, state: Any) -> Iterator[Violation]:
    """A grouped number is one of `grouped_size`, of the same states as the number; retreats too."""
    game: Any = subject.game
    tier = game.tier(state)
    if game.tier_size(tier) == 0:
        return
    number, size = game.grouped_index(state), game.grouped_size(tier)
    if not 0 <= number < size:
        yield Violation(f"a grouped number from 0 to {size - 1} in tier {tier}", repr(number))
        return
    again = game.grouped_state(tier, number)
    if game.index(again) != game.index(state) or game.grouped_index(again) != number:
        expected = f"{clip(repr(state))}, or a symmetric state, made of its grouped number {number}"
        yield Violation(expected, clip(repr(again)))
    before = Counter(
        (game.grouped_index(one), game.stabiliser(one)) for one in game.retreats(state)
    )
    if (listed := Counter[Any](game.retreat_numbers(state))) != before:
        expected = f"the numbers of retreats {sorted(before.elements())}"
        yield Violation(expected, repr(sorted(listed.elements())))


def _following(subject: Subject, state: Any) -> list[Any]:
    return [subject.game.play(state, move) for move in subject.moves(state)]
