"""Tasks on a share of a tier whose neighbours are elsewhere: what a share needs of others it asks.

Forward, what is one move after a share is cut as the next tier is, and who holds a share of that
collects its parts. Backward, a share asks the holders of the tiers above about all its moves at
once; their answers come in the order of the questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ContractError
from zermelo.native import kernel
from zermelo.native.keys import key_at, put_key
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.keyed.enumerate import following, united
from zermelo.solver.keyed.expand import Counts
from zermelo.solver.keyed.layers import SOUND, score_layer
from zermelo.solver.keyed.parts import parts
from zermelo.solver.keys.keyarrays import places_of, room_for_keys
from zermelo.solver.keys.packing import Packing, state_for
from zermelo.solver.keys.places import FOUND, look_up, prepared
from zermelo.solver.tally import Tally, sum_of, tally

Array = Any
SAMPLED: Final = 1 << 10  # keys of what a share has found, by which is judged where to cut
FEW_HOLDERS: Final = 1 << 16  # whose numbers take 16 bits
KNOWN: Final = -1  # in place of the index of a key that nobody holds


class Found(NamedTuple):
    """What a share has found of one tier: how many keys, and some of them, evenly spaced."""

    size: int
    sample: Array


class Asked(NamedTuple):
    """Some states of a share, while their moves are asked about.

    counts  see `zermelo.solver.keyed.expand.Counts`
    stays   bool (moves): whether the same player moves there
    holder  uint16 or uint32 (moves): who was asked
    """

    counts: Counts
    stays: Array
    holder: Array


class Holders(NamedTuple):
    """Who holds the tiers above: shares in the order of their tiers and keys.

    tiers   int64 (shares): their tiers
    leasts  (shares): the least key of each
    """

    tiers: Array
    leasts: Array


def follow(
    kernels: Kernels, game: Game[Any], packing: Packing, keys: Array
) -> tuple[dict[int, Found], dict[int, Array]]:
    """A task: the keys one move after a share's, by their tiers, and what they are like."""
    found = following(kernels, game, packing, keys)
    return like_these(found), found


def like_these(found: dict[int, Array]) -> dict[int, Found]:
    """What keys are like that were found, by their tiers."""
    return {
        tier: Found(len(run), run[:: len(run) // SAMPLED + 1].copy()) for tier, run in found.items()
    }


def cut(found: dict[int, Array], tier: int, cuts: Array) -> tuple[Array, ...]:
    """A task: what was found of a tier, in as many parts as the tier has shares."""
    run = found[tier]
    return tuple(run[begin:end] for begin, end in pairwise([0, *places_of(run, cuts), len(run)]))


def collect(kernels: Kernels, *runs: Array) -> tuple[tuple[int, int], Array]:
    """A task: a share's keys, each once, from all that was found; how many, and the least."""
    keys = united(kernels, *runs) if any(map(len, runs)) else runs[0]
    return (len(keys), key_at(keys, 0) if len(keys) else 0), keys


@kernel
def find_holders(keys: Array, tiers: Array, holders: Holders, holder: Array, counts: Array) -> int:
    """Write who holds each key, and how many each of them is asked about.

    Returns KNOWN, or the index of a key that nobody can hold.
    """
    for i in range(len(keys)):
        key, low, high = key_at(keys, i), 0, len(holders.tiers)
        while low < high:
            middle = low + high >> 1
            tier = holders.tiers[middle]
            if tier < tiers[i] or (tier == tiers[i] and key_at(holders.leasts, middle) <= key):
                low = middle + 1
            else:
                high = middle
        if low == 0 or holders.tiers[low - 1] != tiers[i]:
            return i
        holder[i] = low - 1
        counts[low - 1] += 1
    return KNOWN


@kernel
def deal(keys: Array, holder: Array, places: Array, dealt: Array) -> None:
    """Put keys together by their holders; `places` says where the next of each goes."""
    for i in range(len(keys)):
        put_key(dealt, int(places[holder[i]]), key_at(keys, i))
        places[holder[i]] += 1


@kernel
def take_back(answers: Array, holder: Array, places: Array, scores: Array) -> None:
    """The opposite: the answer about each key; `places` says where the next of each holder is."""
    for i in range(len(holder)):
        scores[i] = answers[places[holder[i]]]
        places[holder[i]] += 1


def ask(
    kernels: Kernels, game: Game[Any], packing: Packing, keys: Array, holders: Holders
) -> tuple[Any, ...]:
    """A task: what a share asks each holder, keys in the order of its moves.

    What it needs to score its states with the answers comes first.
    """
    asked: list[Asked] = []
    questions: list[list[Array]] = [[] for _ in holders.tiers]
    for part in parts(kernels, game, packing, keys):
        moves, count = part.moves, len(part.moves.keys)
        numbers = np.uint16 if len(holders.tiers) < FEW_HOLDERS else np.uint32
        holder, counts = np.empty(count, numbers), np.zeros(len(holders.tiers), np.int64)
        at = kernels.run(find_holders, moves.keys, moves.tiers, holders, holder, counts)
        if at != KNOWN:
            raise unsteady(game, part.state(int(np.searchsorted(part.counts.upto, at, "right"))))
        dealt, ends = room_for_keys(count, keys), np.cumsum(counts)
        kernels.run(deal, moves.keys, holder, ends - counts, dealt)
        for into, begin, end in zip(questions, ends - counts, ends, strict=True):
            into.append(dealt[begin:end])
        kept = Counts(*(held.copy() for held in part.counts))
        asked.append(Asked(kept, moves.stays.copy(), holder))
    nothing = room_for_keys(0, keys)
    return asked, *(np.concatenate([nothing, *into]) for into in questions)


def answer(
    kernels: Kernels, game: Game[Any], packing: Packing, tier: int, *held_and_asked: Array
) -> tuple[Array, ...]:
    """A task: the scores of the keys that some shares ask about, of one share of the tier above."""
    keys, scores, *questions = held_and_asked
    known, answers = prepared(keys, scores, kernels), []
    for asked in questions:
        found, tiers = np.empty(len(asked), np.int16), np.full(len(asked), tier)
        at = kernels.run_for(len(asked), look_up, known, asked, tiers, tier, found)
        if at != FOUND:
            raise unsteady(game, state_for(game, packing, key_at(asked, at)), after=True)
        answers.append(found)
    return tuple(answers)


def score_asked(
    kernels: Kernels,
    game: Game[Any],
    packing: Packing,
    keys: Array,
    asked: list[Asked],
    *told: Array,
) -> tuple[Tally, Array]:
    """A task: the scores of a share by the answers of all holders, and a tally."""
    answers = np.concatenate([np.empty(0, np.int16), *told])
    places = np.cumsum([0, *map(len, told)])
    scored, tallies, done = [], [], 0
    for part in asked:
        count, by_score = len(part.holder), bool(game.by_score)
        after, scores = np.empty(count, np.int16), np.empty(len(part.counts.ends), np.int16)
        kernels.run(take_back, answers, part.holder, places, after)
        at = kernels.run_for(count, score_layer, part.counts, part.stays, after, by_score, scores)
        if at != SOUND:
            state = state_for(game, packing, key_at(keys, done + at))
            raise without_moves(game, state)
        tallies.append(tally(scores, part.counts.weights, by_score=by_score))
        scored.append(scores)
        done += len(scores)
    return sum_of(tallies), np.concatenate(scored)


def without_moves(game: Game[Any], state: Any) -> ContractError:
    """What is wrong when a game goes on without a move."""
    return ContractError(f"{game} has no moves in {state}, yet its outcome is ONGOING")


def unsteady(game: Game[Any], state: Any, *, after: bool = False) -> ContractError:
    """What is wrong when a move leads to a state that was not found; `after` the state is that."""
    leads = (
        f"a move leads to {state}, which" if after else f"a move of {state} leads to a state that"
    )
    return ContractError(
        f"{game} is not the same twice: {leads} was not found before; play has to depend on its "
        "arguments alone"
    )


def cuts_of(found: Sequence[Found], shares: int) -> Array:
    """The keys at which shares of much the same length begin, but for the first."""
    keys = np.concatenate([one.sample for one in found])
    stands_for = [np.full(len(one.sample), one.size / len(one.sample)) for one in found]
    order = np.argsort(keys) if keys.ndim == 1 else np.lexsort((keys[:, 1], keys[:, 0]))
    upto = np.cumsum(np.concatenate(stands_for)[order])
    at = np.searchsorted(upto, [upto[-1] * share / shares for share in range(1, shares)])
    return keys[order][at]
