"""Look up the values of the states that moves lead to, in the shares of later tiers.

A share asks the owners of these states about all its moves at once; the answers arrive in the
order of the questions, and score its states.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING, Game, without_moves
from zermelo.errors import ContractError, ZermeloError
from zermelo.native import kernel
from zermelo.native.arrays import Array, as_key, key_at, put_key
from zermelo.native.items import row_for, state_of
from zermelo.solver.crews.crew import Kernels, Packet, by_receiver
from zermelo.solver.keys import keyarrays
from zermelo.solver.keys.keyarrays import Ordered, room_for_keys
from zermelo.solver.keys.layouts import Packing, canonical, orbit, state_for
from zermelo.solver.score import UNKNOWN, end_score, one_ply_before
from zermelo.solver.solution import Tally, tally

ROOM = 1 << 19  # the number of moves for which arrays have room at first


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A state does not fit the layout; the argument is the key of a state with a move to it."""


class Rules(NamedTuple):
    """A game with the layout of its keys, and the runner of its kernels."""

    kernels: Kernels
    game: Game
    packing: Packing


class Moves(NamedTuple):
    """The moves of some states, one after the other."""

    keys: Array  # (moves): the keys of the states that moves lead to
    tiers: Array  # int64 (moves): the tiers of these states
    stays: Array  # bool (moves): whether the same player moves again


def targets(moves: Moves) -> list[int]:
    """The tiers that moves lead to."""
    tiers = moves.tiers
    one = not len(tiers) or tiers.min() == tiers.max()
    return list(map(int, tiers[:1] if one else np.unique(tiers)))


class Counts(NamedTuple):
    """Facts about some states besides their moves."""

    upto: Array  # int64 (states): the number of moves of the state and all earlier ones
    ends: Array  # int16 (states): the score of a finished game, else UNKNOWN
    # int32 (states): the number of states each key stands for; of length 0 if not needed
    weights: Array


@kernel
def expand(
    game: Game, packing: Packing, keys: Array, moves: Moves, counts: Counts
) -> tuple[int, int, bool]:
    """Write the moves and counts of the states of `keys`, as far as there is room for moves.
    Returns the numbers of expanded states and of moves, and whether a move leads outside the
    layout.
    """
    row, seen, count = row_for(packing.layout), [as_key(keys, 0)], 0
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        begun, outcome = count, game.outcome(state)
        if outcome != ONGOING:
            counts.ends[i] = end_score(game, state, outcome)
        else:
            counts.ends[i], player = UNKNOWN, game.player(state)
            for move in game.moves(state):
                if count == len(moves.keys):
                    return i, begun, False
                child = game.play(state, move)
                key = canonical(game, child, packing, row)
                if key < 0:  # OUTSIDE, or the game packs its states wrongly
                    return i, begun, True
                put_key(moves.keys, count, key)
                moves.tiers[count] = game.tier(child)
                moves.stays[count] = game.player(child) == player
                count += 1
        if len(counts.weights):
            counts.weights[i] = orbit(game, state, packing, row, seen)
        counts.upto[i] = count
    return len(keys), count, False


def expansions(
    rules: Rules, keys: Array, *, weighed: bool = False
) -> Iterator[tuple[Array, Moves, Counts]]:
    """Yield pieces of `keys`, expanded; each overwrites the piece before. May raise `TooNarrow`."""
    moves = _room_for_moves(ROOM, keys)
    while len(keys):
        count = len(keys)
        weights = np.empty(count if weighed and rules.packing.fold else 0, np.int32)
        counts = Counts(np.empty(count, np.int64), np.empty(count, np.int16), weights)
        given = expand, rules.game, rules.packing, keys, moves, counts
        done, made, outside = rules.kernels.run(*given)
        if outside:
            raise TooNarrow(key_at(keys, done))
        if done:
            found = Moves(*(kept[:made] for kept in moves))
            yield keys[:done], found, Counts(*(kept[:done] for kept in counts))
        else:
            moves = _room_for_moves(2 * len(moves.keys), keys)
        keys = keys[done:]


def _room_for_moves(count: int, keys: Array) -> Moves:
    return Moves(room_for_keys(count, keys), np.empty(count, np.int64), np.empty(count, bool))


def following_by_tier(rules: Rules, tier: int, keys: Array) -> dict[int, Array]:
    """Tier → the keys of the successors there, sorted and distinct; `keys` belong to `tier`."""
    runs: dict[int, list[Array]] = {}
    for some, moves, _ in expansions(rules, keys):
        tiers = targets(moves)
        if min(tiers, default=tier) < tier:
            raise ContractError(_descent(rules.game, rules.packing, some))
        for target in tiers:
            chosen = moves.keys if len(tiers) == 1 else moves.keys[moves.tiers == target]
            runs.setdefault(target, []).append(keyarrays.sorted_once([chosen], rules.kernels))
    return {target: unite(rules.kernels, *parts) for target, parts in runs.items()}


def unite(kernels: Kernels, *runs: Array) -> Array:
    """The keys of all runs, sorted and distinct."""
    filled = [run for run in runs if len(run)] or runs[:1]
    return filled[0] if len(filled) == 1 else keyarrays.sorted_once(filled, kernels)


def _descent(game: Game, packing: Packing, keys: Array) -> str:
    """Describe a move that lowers the tier."""
    for index in range(len(keys)):
        state = state_for(game, packing, key_at(keys, index))
        for move in game.moves(state):
            after = game.play(state, move)
            if game.tier(after) < game.tier(state):
                return (
                    f"no move may lower the tier of {game}, but {game.format_move(state, move)}"
                    f" leads from {state}, tier {game.tier(state)}, to {after}, tier"
                    f" {game.tier(after)}"
                )
    return f"symmetric states of {game} should have the same tier"


FEW_OWNERS: Final = 1 << 16  # the number of shares whose numbers fit into 16 bits
OWNED: Final = -1  # every key has an owner; otherwise, the index of a key without one is returned
SOUND: Final = -1  # no state is faulty; otherwise, the index of a faulty one is returned


class Asked(NamedTuple):
    """A share's states whose moves are being looked up."""

    counts: Counts  # facts about these states
    stays: Array  # bool (moves): whether the same player moves again
    owner: Array  # uint16 or uint32 (moves): the share to ask


class Owners(NamedTuple):
    """The shares to ask, ordered by tier and key."""

    tiers: Array  # int64 (shares): the tier of each share
    leasts: Array  # (shares): the least key of each share


@kernel
def group_by_owner(
    keys: Array, tiers: Array, owners: Owners, owner: Array, ends: Array, grouped: Array
) -> int:
    """Write the owner of each key, the keys grouped by owner, and to `ends` where each group ends.
    Returns OWNED, or the index of a key that no share owns. `ends`, int64 (shares), has to be 0.
    """
    for i in range(len(keys)):
        key, low, high = key_at(keys, i), 0, len(owners.tiers)
        while low < high:
            middle = low + high >> 1
            tier = owners.tiers[middle]
            if tier < tiers[i] or (tier == tiers[i] and key_at(owners.leasts, middle) <= key):
                low = middle + 1
            else:
                high = middle
        if low == 0 or owners.tiers[low - 1] != tiers[i]:
            return i
        owner[i] = low - 1
        ends[low - 1] += 1
    total = 0
    for share in range(len(ends)):
        total, ends[share] = total + int(ends[share]), total
    for i in range(len(keys)):
        put_key(grouped, int(ends[owner[i]]), key_at(keys, i))
        ends[owner[i]] += 1
    return OWNED


@kernel
def link(
    asked: Asked,
    shares: int,
    answers: Array,
    places: Array,
    first: int,
    by_score: bool,
    best: Array,
    open_moves: Array,
    parents: Array,
) -> int:
    """Sort the moves of some states of a tier into moves that leave it and moves inside.

    asked       these states and their moves; the first `shares` owners belong to the tier itself
    answers     int16: the scores of the states after moves that leave the tier
    places      int64 (shares), overwritten: where the next answer of each share outside the tier is
    first       the number of the first state within the tier
    best        int16 (states), written: the score of the best move out of the tier, or of the
                finished game; UNKNOWN if there is none
    open_moves  int32 (states), written: moves inside, plus, by outcome, moves out that do not lose
    parents     (moves inside), written: the number of the state before each move, with all bits
                flipped if the same player moves after it

    Returns SOUND, or the index of an unfinished state without moves.
    """
    counts, stays, owner = asked
    edge = count = 0
    for i in range(len(best)):
        top, still_open = int(counts.ends[i]), 0
        if top == UNKNOWN and edge == counts.upto[i]:
            return i
        while edge < counts.upto[i]:
            same = bool(stays[edge])
            if owner[edge] < shares:
                parents[count] = ~(first + i) if same else first + i
                count, still_open = count + 1, still_open + 1
            else:
                at = owner[edge] - shares
                score = one_ply_before(int(answers[places[at]]), same, by_score)
                places[at] += 1
                top = max(top, score)
                still_open += 0 if by_score else int(score >= 0)
            edge += 1
        best[i], open_moves[i] = top, still_open
    return SOUND


def ask(rules: Rules, keys: Array, owners: Owners) -> tuple[Asked, Packet]:
    """A task: the data that `score_asked` needs, and the questions that a share asks each owner, as
    keys in the order of its own moves.
    """
    kernels, game, packing = rules
    rows, questions, before = list[tuple[Array, ...]](), list[Packet](), 0
    numbers = np.uint16 if len(owners.tiers) < FEW_OWNERS else np.uint32
    for some, moves, known in expansions(rules, keys, weighed=True):
        count = len(moves.keys)
        owner, ends = np.empty(count, numbers), np.zeros(len(owners.tiers), np.int64)
        grouped = room_for_keys(count, keys)
        at = kernels.run(group_by_owner, moves.keys, moves.tiers, owners, owner, ends, grouped)
        if at != OWNED:
            parent = int(np.searchsorted(known.upto, at, "right"))
            raise unsteady(game, state_for(game, packing, key_at(some, parent)))
        questions.append(Packet((grouped,), ends))
        overwritten = known.ends, known.weights, moves.stays
        rows.append((before + known.upto, *map(np.copy, overwritten), owner))
        before += count
    all_ends = np.sum([packet.ends for packet in questions], axis=0)
    *counts, stays, owner = map(np.concatenate, zip(*rows, strict=True))
    return Asked(Counts(*counts), stays, owner), Packet(by_receiver(questions).columns, all_ends)


def answer(rules: Rules, keys: Array, values: Array, *questions: Packet) -> Packet:
    """A task: a share's answers to the keys that other shares ask about."""
    asked = np.concatenate([one.columns[0] for one in questions])
    found = values[find_places(rules, keyarrays.make_ready(keys, rules.kernels), asked)]
    return Packet((found,), np.cumsum(np.concatenate([one.counts for one in questions])))


def find_places(rules: Rules, known: Ordered, asked: Array) -> Array:
    """Find the places of the keys `asked`; raise `ContractError` for a key that is not `known`."""
    places = np.empty(len(asked), known.starts.dtype)
    given = keyarrays.find, known, *keyarrays.addresses(known), asked, places
    at = rules.kernels.run_for(4 * len(asked), *given)  # a key takes as long as four items
    if at != keyarrays.FOUND:
        state = state_for(rules.game, rules.packing, key_at(asked, at))
        raise unsteady(rules.game, state, after=True)
    return places


def score_asked(rules: Rules, keys: Array, asked: Asked, *answers: Packet) -> tuple[Tally, Array]:
    """A task: score a share from all owners' answers; return the tally and the scores."""
    kernels, game, packing = rules
    scores, inside = np.empty(len(keys), np.int16), np.empty(len(keys), np.int32)
    given = asked, 0, *join_answers(answers), 0, bool(game.by_score), scores, inside, inside[:0]
    at = kernels.run_for(len(asked.owner), link, *given)
    if at != SOUND:
        raise without_moves(game, state_for(game, packing, key_at(keys, at)))
    return tally(scores, asked.counts.weights, by_score=bool(game.by_score)), scores


def join_answers(answers: Sequence[Packet]) -> tuple[Array, Array]:
    """Join the answers of all owners; return them, and where each owner's answers begin."""
    joined = [np.empty(0, np.int16), *(packet.columns[0] for packet in answers)]
    counts = np.concatenate([np.zeros(1, np.int64), *(packet.counts for packet in answers)])
    return np.concatenate(joined), np.cumsum(counts)


def unsteady(game: Game, state: Any, *, after: bool = False) -> ContractError:
    """The error for a move from `state` to an unknown state, or if `after`, to `state`."""
    leads = (
        f"a move leads to {state}, which" if after else f"a move of {state} leads to a state that"
    )
    return ContractError(
        f"{game} is not deterministic: {leads} was not found before; play must depend only on its "
        f"arguments"
    )
