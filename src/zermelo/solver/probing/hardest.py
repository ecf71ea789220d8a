"""Finds the longest wins of a database, checks wins by playing them out, and counts by phase."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, cycle
from operator import itemgetter
from typing import Any, Final

import numpy as np

from zermelo.contract.analysis import Fields
from zermelo.contract.game import ONGOING
from zermelo.native.arrays import Array
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import known_score, move_scores
from zermelo.solver.score import ENDLESS, NOW, UNKNOWN
from zermelo.solver.solution import Progress
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.numbers import TierStates

Part = tuple[int, int, Array]  # the tier, the first place, and the scores from there on
Win = tuple[int, int, int]  # the plies to the end, the tier and the place
POOL: Final = 64  # the most wins taken from each part at first
MORE: Final = 8  # multiplies the most wins from each part after an attempt with too few
LONGEST: Final = 4  # one in this many wins to play out is the longest of its chunk
GIVEN_UP: Final = 1000  # consecutive chunks without a win after which to give up


class HardPosition(Fields):
    """A position with several moves, of which only one wins."""

    state: str  # the state's text
    phase: str  # the game's name for its phase, "" without phases
    plies: int  # the plies to the end
    moves: int  # the number of moves
    move: str  # the winning move, as text


def hardest(
    database: Database, count: int = 10, *, progress: Progress | None = None
) -> list[HardPosition]:
    """The `count` longest wins that only one move keeps, without symmetric repetitions. Tiers whose
    longest win is too short are not read. Raises `CapabilityError` for a database without
    distances.
    """
    database.require_distances()
    game, most = database.game, POOL
    while True:
        positions = list[HardPosition]()
        for win in _wins(database, most, progress):
            if win is None:
                break
            state = database.states.state_in(*win[1:])
            scores = move_scores(database, state)
            winning = [move for move, score in scores if score > ENDLESS]
            if len(winning) == 1 < len(scores):
                text = game.format_state(state) if game.has("format_state") else str(state)
                phase = str(game.phase(state)) if game.has("phase") else ""
                move = game.format_move(state, winning[0])
                positions.append(HardPosition(text, phase, win[0], len(scores), move))
            if len(positions) == count:
                return positions
        else:
            return positions
        most *= MORE


def longest_win(database: Database) -> tuple[int, Any] | None:
    """The plies of the longest win, and a state with it; None if no state is won."""
    win = next(_wins(database, 1, None), None)
    return None if win is None else (win[0], database.states.state_in(*win[1:]))


def _wins(database: Database, most: int, progress: Progress | None) -> Iterator[Win | None]:
    """Yield the wins of a database, the longest first; then None, if `most` wins from each part are
    too few to go on. For the longest win, one from each part is enough.
    """
    waiting, left_out = list[Win](), 0
    for later, parts in _groups(database, progress):
        for tier, first, scores in parts:
            won = np.flatnonzero(scores > ENDLESS)
            if len(won) > most:
                order = np.argpartition(scores[won], most)
                left_out = max(left_out, NOW - int(scores[won[order[most]]]))
                won = won[order[:most]]
            waiting += [(NOW - int(scores[place]), tier, first + int(place)) for place in won]
        waiting.sort(key=itemgetter(0))
        while waiting and waiting[-1][0] >= max(later, left_out):
            yield waiting.pop()
        if left_out > later:
            yield None
            return


def _groups(database: Database, progress: Progress | None) -> Iterator[tuple[int, Iterable[Part]]]:
    """Groups of states, each with the length of the longest win in later groups. Each tier with
    wins is a group, the longest wins first; if tiers store no lengths, all states are one group.
    """
    states = database.states
    if not isinstance(states, TierStates):
        yield 0, chain.from_iterable(_parts(states, tier) for tier in states.tiers)
        return
    tiers = [tier for tier in states.tiers.values() if tier["wins"]]
    tiers.sort(key=lambda tier: -tier["longest"])
    later = [*(tier["longest"] for tier in tiers[1:]), 0]
    for at, tier in enumerate(tiers):
        if progress is not None:
            progress(f"{at} of {len(tiers)} tiers read")
        yield later[at], _parts(states, tier["tier"])


def _parts(states: KeyedStates | TierStates, tier: int) -> Iterator[Part]:
    place = 0
    while place < states.size(tier):
        first, scores = states.scores_about(tier, place)
        yield tier, first, scores
        place = first + len(scores)


# Wins played out ---------------------------------------------------------------------------------


def won_states(database: Database, count: int, chance: random.Random) -> Iterator[Any]:
    """Yield up to `count` random won states, taking turns between the tiers that have any."""
    states, wins, fruitless = database.states, 0, 0
    tiers = [at for at, tier in states.tiers.items() if tier.get("wins", states.size(at))]
    for tier in cycle(tiers):
        if wins == count or fruitless == GIVEN_UP:
            return
        first, scores = states.scores_about(tier, chance.randrange(states.size(tier)))
        won = np.flatnonzero(scores > ENDLESS)
        fruitless += 1
        if len(won):
            longest = wins % LONGEST == 0
            place = won[np.argmin(scores[won])] if longest else won[chance.randrange(len(won))]
            wins, fruitless = wins + 1, 0
            yield states.state_in(tier, first + int(place))


def fault_in_play(database: Database, state: Any, choose: Callable[[list[int]], int]) -> str | None:
    """Play out a win; return the fault, or None. `choose` picks one of the best moves."""
    game, first, plies = database.game, state, NOW - known_score(database, state)
    for left in range(plies, 0, -1):
        if game.outcome(state) != ONGOING:
            return f"{first} ends {left} plies sooner than the stored {plies}"
        scores = move_scores(database, state)
        best = max(score for _, score in scores)
        state = game.play(state, choose([move for move, score in scores if score == best]))
    over = game.outcome(state) != ONGOING
    return None if over else f"{first} does not end within the stored {plies} plies"


def check_wins(
    database: Database, count: int, seed: int, progress: Callable[[int, int], None]
) -> tuple[int, list[str]]:
    """Play out wins; return their number and the faults."""
    chance, faults, done = random.Random(seed), [], 0
    for done, state in enumerate(won_states(database, count, chance), 1):
        fault = fault_in_play(database, state, chance.choice)
        faults += [] if fault is None else [fault]
        progress(done, count)
    return done, faults


# Phases -------------------------------------------------------------------------------------------

KINDS: Final = ("wins", "draws", "losses")
MANY: Final = 1 << 28  # more numbers take too long to count in passing


class PhaseTally(Fields):
    """Counts of the positions of one phase, by their value for the player to move."""

    phase: str  # the game's name for the phase
    positions: int  # all positions; here and in the next three, symmetric ones count separately
    wins: int
    draws: int
    losses: int
    canonical: int  # all positions; here and in the next three, symmetric ones count as one
    canonical_wins: int
    canonical_draws: int
    canonical_losses: int
    longest_win: int  # plies of the longest win, 0 without one
    longest_loss: int  # plies of the longest loss, 0 without one


def phase_tallies(database: Database) -> list[PhaseTally]:
    """Tallies of the phases of a database with numbered states, the start's phase first. The list
    is empty if the game has no phases, or the database keys, no distances, or over 2²⁸ numbers.
    """
    states = database.states
    if not isinstance(states, TierStates) or not database.game.has("phase"):
        return []
    if states.places > MANY or not database.distances:
        return []
    game: Any = database.game
    own, phases = str(game.phase(database.start)), dict[str, dict[str, int]]()
    for tier, facts in sorted(states.tiers.items()):
        scores = states.cells.scores[states.tier(tier)]
        here = scores[scores != UNKNOWN].astype(np.int32)
        if not len(here):
            continue
        won, lost, kinds = here[here > 0], -here[here < 0], {kind: facts[kind] for kind in KINDS}
        counts = {
            "positions": sum(kinds.values()),
            **kinds,
            "canonical": len(here),
            "canonical_wins": len(won),
            "canonical_draws": len(here) - len(won) - len(lost),
            "canonical_losses": len(lost),
            "longest_win": NOW - int(won.min(initial=NOW)),
            "longest_loss": NOW - int(lost.min(initial=NOW)),
        }
        phase = str(game.phase(game.unindex(tier, int(np.argmax(scores != UNKNOWN)))))
        merged = phases.setdefault(phase, dict.fromkeys(counts, 0))
        for name, count in counts.items():
            longest = name.startswith("longest")
            merged[name] = max(merged[name], count) if longest else merged[name] + count
    return [PhaseTally(phase, **phases[phase]) for phase in sorted(phases, key=lambda p: p != own)]
