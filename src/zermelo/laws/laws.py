"""The laws of the contract `zermelo.Game`, each a function that examines one state.

A law yields the faults of the state, each an expectation and the answer that contradicts it. Only
its first fault is read, so a law relies on all that it has tested before. Foundations cover the
rules themselves; further laws, which compare the rest of a game with its rules, make sense only if
the foundations hold.
"""

import math
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any, Final

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.contract.numbered import is_numbered
from zermelo.errors import clip
from zermelo.laws import differential, partlaws
from zermelo.laws.partlaws import score_words
from zermelo.laws.subject import MANY, Law, Subject, Violations, malformations

TOO_BIG: Final = 1 << 63  # moves and keys must be smaller, because searches use one word for each
READ: Final = 20  # the most move texts per state to test with the contract's own `parse_move`


# Foundations -------------------------------------------------------------------------------------


def players(subject: Subject, game: Game, state: Any) -> Violations:
    """The player is 0 or 1."""
    player = game.player(state)
    if type(player) is not int or player not in (0, 1):
        yield "player 0 or 1 to move", repr(player)


def moves(subject: Subject, game: Game, state: Any) -> Violations:
    """Moves are distinct ints, and the same whenever and however they are requested."""
    if not isinstance(game.moves(state), Iterable):
        yield "moves yielded by a generator", repr(game.moves(state))
    legal = subject.moves(state)
    if len(legal) == MANY:
        yield "finitely many moves", f"{MANY:,} and more"
    for move in legal:
        if type(move) is not int or abs(move) >= TOO_BIG:
            yield "moves that are ints of at most 63 bits", clip(repr(move))
    for move, times in Counter(legal).items():
        if times > 1:
            yield "each move only once", f"{move} {times} times"
    if subject.moves(state) != legal:
        yield "the same moves every time", "other moves the second time"
    places = range(game.move_count(state)) if game.moves_by_place else range(0)
    if game.moves_by_place and [game.move_at(state, place) for place in places] != legal:
        yield "the same moves from move_count and move_at", "other moves"


def outcomes(subject: Subject, game: Game, state: Any) -> Violations:
    """The outcome is one of four, and the game goes on exactly where there are moves."""
    outcome, legal = game.outcome(state), subject.moves(state)
    if outcome not in (WIN, DRAW, LOSS, ONGOING):
        yield "outcome WIN, DRAW, LOSS or ONGOING", repr(outcome)
    elif outcome == ONGOING and not legal:
        yield "a move while the outcome is ONGOING", "none"
    elif outcome != ONGOING and legal:
        yield f"no moves after the end (outcome {outcome})", clip(f"moves {legal}")


def scores(subject: Subject, game: Game, state: Any) -> Violations:
    """A score is within its bound and has the outcome's sign, at the end and in endless play."""
    outcome = game.outcome(state)
    if outcome == ONGOING and not game.has("endless_value"):
        return
    if outcome == ONGOING:
        outcome = game.endless_value(state)
    score, bound = game.score(state), game.score_bound
    if type(score) is not int or abs(score) > bound:
        yield f"a score from {-bound} to {bound}, the score_bound", clip(repr(score))
    elif (score > 0) - (score < 0) != outcome:
        yield f"the sign of the score, {score}, as outcome", f"outcome {outcome}"


def play(subject: Subject, game: Game, state: Any) -> Violations:
    """Playing a move returns a state, always the same, and changes nothing else."""
    before = repr(state)
    for move in subject.moves(state):
        child = game.play(state, move)
        if repr(state) != before:
            yield f"play to preserve its argument {clip(before)}", clip(repr(state))
        for expected, seen in malformations(child, subject.start):
            yield f"after {subject.move_text(state, move)} {expected}", seen
        again = game.play(state, move)
        if again != child:
            states = f"{clip(repr(child))}, then {clip(repr(again))}"
            yield f"the same state whenever {subject.move_text(state, move)} is played", states


# Further laws ------------------------------------------------------------------------------------


def native(subject: Subject, game: Game, state: Any) -> Violations:
    """Compiled rules give the same answers as plain rules."""
    answers = differential.entries(game, state), differential.entries.native(game, state)
    for name, plain, compiled in zip(differential.ENTRIES, *answers, strict=True):
        if not math.isclose(plain, compiled, rel_tol=1e-12):
            yield f"{name} {plain} in plain Python", f"{compiled} compiled"
    lists = differential.LISTS | (differential.NUMBER_LISTS if is_numbered(game) else {})
    for method, kernel in lists.items():
        if game.has(method) and (method != "candidates" or subject.goes_on(state)):
            for one, other in zip_longest(kernel(game, state), kernel.native(game, state)):
                if one != other:
                    expected = f"from {method} {clip(repr(one), 120)} in plain Python"
                    yield expected, f"{clip(repr(other), 120)} compiled"


def estimates(subject: Subject, game: Game, state: Any) -> Violations:
    """An evaluation lies strictly between LOSS and WIN; an order is a number."""
    if not subject.goes_on(state):
        return
    value = game.evaluate(state)
    if not (isinstance(value, (int, float)) and LOSS < value < WIN):
        yield "an evaluation strictly between -1 and 1", repr(value)
    for move in subject.moves(state):
        order = game.order(state, move)
        if not isinstance(order, (int, float)) or math.isnan(order):
            yield f"a number from order({subject.move_text(state, move)})", repr(order)


def tiers(subject: Subject, game: Any, state: Any) -> Violations:
    """No move lowers the tier."""
    tier = game.tier(state)
    for move in subject.moves(state):
        after = game.tier(game.play(state, move))
        if after < tier:
            yield f"tier {tier} or more after {subject.move_text(state, move)}", repr(after)


def keys(subject: Subject, game: Game, state: Any) -> Violations:
    """States with equal keys are equivalent for their movers."""
    key = game.key(state)
    if type(key) is not int or not 0 <= key < TOO_BIG:
        yield "a key from 0 to 2⁶³ - 1", repr(key)
    other = subject.by_key.setdefault(key, state)
    if other != state:
        for expected, seen in _unlike(subject, other, state):
            yield f"{expected} as in {subject.text(other)}, which has the same key", seen


def _unlike(subject: Subject, one: Any, other: Any) -> Violations:
    """The differences between two states, each seen by its mover."""
    game, legal = subject.game, subject.moves(one)
    if subject.moves(other) != legal:
        yield f"moves {clip(repr(legal))}", clip(repr(subject.moves(other)))
    if game.outcome(one) != game.outcome(other):
        yield f"outcome {game.outcome(one)}", str(game.outcome(other))
    for move in legal:
        one_next, other_next = game.play(one, move), game.play(other, move)
        if game.key(one_next) != game.key(other_next):
            moved = subject.move_text(one, move)
            yield f"key {game.key(one_next)} after {moved}", str(game.key(other_next))
    yield from _unlike_ends(subject, one, other)


def _unlike_ends(subject: Subject, one: Any, other: Any) -> Violations:
    """A violation if best play from two states has different results or distances to them."""
    depth, score = subject.horizon(one)
    end = subject.end(other, depth)
    if end is not None and end != score:
        yield f"{score_words(score)} ({depth} plies searched)", score_words(end)


def unkeys(subject: Subject, game: Any, state: Any) -> Violations:
    """The state made from a key has that key, and is equivalent for its mover."""
    again = game.unkey(game.key(state))
    if again == state:
        return
    if game.key(again) != game.key(state):
        yield f"unkey to give {clip(repr(state))} back", clip(repr(again))
    for expected, seen in _unlike(subject, state, again):
        yield expected, f"{seen} in {clip(repr(again))}, made from its key"


def symmetries(subject: Subject, game: Game, state: Any) -> Violations:
    """Symmetric states have the same outcome, as many moves, and moves to symmetric states."""
    images = subject.images(state)
    if not images or images[0] != state:
        yield "the state itself as the first of its symmetric ones", clip(repr(images[:1]))
    for image in images[1:]:
        for expected, seen in _asymmetries(subject, state, image):
            yield f"{expected} as in the symmetric {subject.text(image)}", seen
    image = images[hash(state) % len(images)]  # one of the images is compared in depth
    if set(subject.images(image)) != set(images):
        text = f"the same symmetric states for {subject.text(state)} and {subject.text(image)}"
        yield text, "different ones"
    yield from _unlike_ends(subject, image, state)
    reached = {game.play(image, move) for move in subject.moves(image)}
    for move in subject.moves(state):
        if reached.isdisjoint(subject.images(game.play(state, move))):
            moved = subject.move_text(state, move)
            yield f"a move like {moved} in the symmetric {subject.text(image)}", "none"


def _asymmetries(subject: Subject, state: Any, image: Any) -> Violations:
    numbers = len(subject.moves(image)), len(subject.moves(state))
    if numbers[0] != numbers[1]:
        yield f"{numbers[0]} move{'s' * (numbers[0] != 1)}", str(numbers[1])
    outcomes = subject.game.outcome(image), subject.game.outcome(state)
    if outcomes[0] != outcomes[1]:
        yield f"outcome {outcomes[0]}", str(outcomes[1])


def invariants(subject: Subject, game: Game, state: Any) -> Violations:
    """The game's invariant holds in this state."""
    if not game.invariant(state):
        yield "a state that satisfies the game's invariant", clip(repr(state))


def swaps(subject: Subject, game: Game, state: Any) -> Violations:
    """With the players swapped, a state is equivalent for its mover; swapping twice restores it."""
    swapped = game.swapped(state)
    if game.player(swapped) == game.player(state):
        yield "the other player to move in the swapped state", clip(repr(swapped))
    elif game.swapped(swapped) != state:
        yield f"{clip(repr(state))}, swapped twice", clip(repr(game.swapped(swapped)))
    for expected, seen in _asymmetries(subject, state, swapped):
        yield f"{expected} as after swapping the players", seen
    if subject.goes_on(state) and not math.isclose(
        game.evaluate(swapped), game.evaluate(state), abs_tol=1e-9
    ):
        expected = f"evaluation {game.evaluate(swapped)}, the same as after swapping the players"
        yield expected, str(game.evaluate(state))


def move_texts(subject: Subject, game: Game, state: Any) -> Violations:
    """A move's text is a word, unique in the state, and can be read as that move.

    The contract's own `parse_move` formats all moves each time, so it is tested on few texts.
    """
    known, own = dict[str, int](), game.has("parse_move")
    for move in subject.moves(state):
        text = game.format_move(state, move)
        if not isinstance(text, str) or len(text.split()) != 1:
            yield f"a text without spaces for move {move}", repr(text)
        elif text in known:
            yield f"different texts for moves {known[text]} and {move}", text
        elif (own or len(known) < READ) and game.parse_move(state, text) != move:
            read = game.parse_move(state, text)
            yield f"{text}, the text of move {move}, to be read as that move", f"{read}"
        known[text] = move


def state_texts(subject: Subject, game: Game, state: Any) -> Violations:
    """The text of a state is one line, and can be read as that state."""
    text = game.format_state(state)
    if len(text.splitlines()) != 1:
        yield "a text of one line", repr(text)
    again = game.parse_state(text)
    if again != state:
        yield f"{text} read as {clip(repr(state))}", clip(repr(again))


def _by_name(*laws: Any) -> dict[str, Law]:
    return {law.__name__.replace("_", " "): law for law in laws}


FOUNDATIONS: Final = _by_name(players, moves, outcomes, play)
NUMBER_LAWS: Final = _by_name(partlaws.numbers, partlaws.retreats, partlaws.exits, partlaws.groups)
# Each further law applies to games that define one of these names.
NEEDED: Final = {
    native: "play",
    estimates: "play",
    partlaws.features: "features",
    scores: "score",
    partlaws.remaining: "remaining",
    partlaws.foresee: "foresee soonest_win soonest_loss",
    partlaws.assured: "assured",
    partlaws.candidates: "candidates",
    partlaws.replies: "reply",
    tiers: "tier remaining",
    keys: "key",
    unkeys: "unkey",
    symmetries: "symmetries",
    partlaws.parts: "parts",
    **dict.fromkeys(NUMBER_LAWS.values(), "index"),
    invariants: "invariant",
    swaps: "swapped",
    partlaws.actions: "actions",
    partlaws.observations: "observation",
    move_texts: "play",
    state_texts: "parse_state",
    partlaws.pictures: "picture",
}
FURTHER: Final = _by_name(*NEEDED)


def further_laws(game: Game, *, native: bool) -> dict[str, Law]:
    """The further laws that apply to `game`."""
    return {
        name: law
        for name, law in FURTHER.items()
        if any(map(game.has, NEEDED[law].split()))
        and (native or name != "native")
        and (name not in NUMBER_LAWS or is_numbered(game))
    }
