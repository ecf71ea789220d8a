"""Solve a game in tiers cut into shares: enumerate states forward, score them backward.

Only counts of states and samples of keys pass through here. Tasks handle a tier that all moves
leave; actors handle a tier with inner moves, in rounds. If a remote actor fails, its states are
lost: the crew raises `Lost`, and the caller resumes from `Tiers.saved`.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, ContractError
from zermelo.native.items import row_for
from zermelo.solver.crews.crew import Actor, Call, Crew, Pending
from zermelo.solver.keyed import enumeration
from zermelo.solver.keyed.enumeration import Enumerator, Sample
from zermelo.solver.keyed.lookups import Owners, Rules, answer, ask, score_asked
from zermelo.solver.keyed.loops import LoopShare
from zermelo.solver.keyed.tiers import GROUP_BYTES, Share, Tier, Tiers
from zermelo.solver.keys.keyarrays import array_of, distinct
from zermelo.solver.keys.layouts import canonical, no_keys
from zermelo.solver.score import NOW


class Retrograde:
    """Scores a tier in actors that know its inner moves; after `Lost`, solve the tier again."""

    def __init__(
        self, game: Game, crew: Crew, shares: Sequence[Actor], report: Callable[[int], None]
    ) -> None:
        self.game, self.crew, self.shares, self.report = game, crew, shares, report

    def settle(self) -> None:
        """Score all states."""
        game = self.game
        if not game.by_score:
            self._settle_due(NOW)
            if game.draws_endless:
                return
        points = game.counts_points  # if so, a drawn game is worth 0, whatever its score
        if points:
            self._propagate(("begin_ends",), "scores", "receive_ends")
            if game.by_score and not any(self._all("begin", True)):
                return
        self._all("weigh")
        self._propagate(("begin", points), "worth", "compare")
        if not all(self._all("has_agreed")):
            if points:
                raise CapabilityError(
                    f"{game} cannot be solved: its moves can lead back to earlier states, and "
                    f"change the score within a tier; analyze can still value its positions"
                )
            raise ContractError(
                f"in {game}, endless play wins for one player, so its key and symmetries must "
                "distinguish the player to move"
            )
        if game.by_score:
            best, worth = map(max, zip(*self._all("largest"), strict=True))
            self._settle_due(best + worth)
            return
        self._all("count_none")
        self._propagate(("begin", True), "worth", "count_open")
        self._propagate(("begin_draws",), "worth", "receive_draws")
        self._all("keep_draws")

    def _settle_due(self, steps: int) -> None:
        due = self._all("plan", steps)
        while (step := min(step for step, _ in due)) < steps:
            _, due = self.crew.pass_on(self.shares, ("send_due", step), ("receive_values", step))
            self.report(sum(settled for _, settled in due))

    def _propagate(self, begin: tuple[Any, ...], values: str, receive: str) -> None:
        """Queue states, then exchange messages about them until every queue is empty."""
        queued = self._all(*begin)
        while any(queued):
            _, queued = self.crew.pass_on(self.shares, ("send", values), (receive,))

    def _all(self, method: str, *given: Any) -> list[Any]:
        return self.crew.get([share.start(method, *given) for share in self.shares])


Owned = tuple[int, Share]  # the number of a tier, and one of its shares
MANY: Final = 1 << 12  # the fewest starts for which compiling pays


class Run(NamedTuple):
    """The keys that a task found: a sample of those in one tier, and all keys by tier."""

    sample: Sample
    keys: Pending
    place: float  # the position of the task's share in its tier, from 0 to 1


class KeyedSolver:
    """Solves a game tier by tier; a crew does the work, share by share. `report` gets the number of
    states found so far, or later scored, in the current tier.
    """

    def __init__(self, game: Game, tiers: Tiers, report: Callable[[int], None]) -> None:
        self.game, self.tiers, self.report = game, tiers, report
        self.packing, self.machine, self.crew = tiers.packing, tiers.machine, tiers.crew
        # the number of members that keep shares of a tier with moves inside it
        self._actors = self.machine.shares or self.crew.members
        self.rules = Rules(self.machine.kernels, game, self.packing)
        self.waiting = defaultdict[int, list[Run]](list)  # states found in later tiers
        self.kept: Any = None  # references that let Ray restore a lost share of the current tier

    # Forward -------------------------------------------------------------------------------------

    def forward(self, starts: Sequence[Any]) -> None:
        """Enumerate all tiers."""
        tiers, last = self.tiers, self.tiers.all[-1].number if self.tiers.all else None
        self._begin(starts, last)
        for tier in tiers.all:
            if last is not None and tier.reach > last:
                self._follow(tier, last)
        while self.waiting:
            number = min(self.waiting)
            tier = self._gather(number, self.waiting.pop(number))
            inside = self._follow(tier, number)
            if inside:
                self._enumerate_inside(inside)
            tiers.save_soon()
            self.report(0)
        tiers.save()
        tiers.complete, tiers.scored = True, len(tiers.all)

    def _begin(self, starts: Sequence[Any], last: int | None) -> None:
        """Queue the starts beyond tier `last`."""
        begun: dict[int, list[int]] = {}
        packed = self.packing, row_for(self.packing.layout)
        key_for: Callable[..., int] = canonical
        if len(starts) > MANY:
            key_for = self.machine.kernels.prepare(canonical, self.game, starts[0], *packed)
        for start in starts:
            number = int(self.game.tier(start))
            if last is None or number > last:
                begun.setdefault(number, []).append(key_for(self.game, start, *packed))
        for number, given in begun.items():
            keys = distinct(array_of(given, no_keys(self.packing)))
            run = Run(Sample(len(keys), keys), self.crew.put({number: keys}), 0.0)
            self.waiting[number].append(run)

    def _gather(self, number: int, runs: Sequence[Run], *, inner: bool = False) -> Tier:
        """Complete a tier: each share collects its keys."""
        count = self.tiers.shares_for(sum(run.sample.size for run in runs), inner=inner)
        cuts, crew = enumeration.cuts_of([run.sample for run in runs], count), self.crew
        cut = enumeration.cut_by_share
        senders = [Call(crew, (cut, run.keys, number, cuts), run.place) for run in runs]
        size = sum(run.sample.size for run in runs) * GROUP_BYTES // count
        _, sent = crew.exchange(senders, [size] * count)
        self.kept = (runs, sent) if crew.remote else None
        places = [(share + 0.5) / count for share in range(count)]
        collecting = [
            Call(crew, (enumeration.collect, self.machine.kernels, *parts), place, size)
            for place, parts in zip(places, sent, strict=True)
        ]
        collected = crew.start_all(collecting)
        facts = crew.get([parts[0] for parts in collected])
        shares, begin = [], 0
        for (size, least), (_, keys), place in zip(facts, collected, places, strict=True):
            if size:
                shares.append(Share(begin, size, least, place, keys))
                begin += size
        return self.tiers.add(number, shares)

    def _follow(self, tier: Tier, last: int) -> list[Run]:
        """Queue the successors of a tier beyond tier `last`; return those inside the tier."""
        given = enumeration.follow, self.rules, tier.number, len(tier.shares)
        following = [self._call(share, *given, self.tiers.keys(share)) for share in tier.shares]
        sent = self.crew.start_all(following)
        inside = []
        samples = self.crew.get([parts[0] for parts in sent])
        for share, by_tier, (_, keys) in zip(tier.shares, samples, sent, strict=True):
            for target, sample in by_tier.items():
                run = Run(sample, keys, share.place)
                tier.reach = max(tier.reach, target)
                if target == tier.number:
                    inside.append(run)
                elif target > last:
                    self.waiting[target].append(run)
        return inside

    def _enumerate_inside(self, inside: Sequence[Run]) -> None:
        """Complete the last tier, which has inner moves, in rounds, and cut it into new shares."""
        begun, crew, count = self.tiers.take_back(), self.crew, self._actors
        number, reach = begun.number, begun.reach
        know, lead = enumeration.scatter, enumeration.scatter_of
        knowing = [self._call(one, know, self.tiers.keys(one), count) for one in begun.shares]
        _, known = crew.exchange(knowing, [1] * count)
        leading = [Call(crew, (lead, run.keys, number, count), run.place) for run in inside]
        _, first = crew.exchange(leading, [1] * count)
        crew.let_go()

        memory = self.tiers.memory // (2 * count)
        actors = [crew.keep(Enumerator, self.rules, number, count, memory) for _ in range(count)]
        for actor, runs in zip(actors, known, strict=True):
            actor.start("know", *runs)
        counts = crew.get(one.start("take", *runs) for one, runs in zip(actors, first, strict=True))
        while any(waiting for waiting, _ in counts):
            self.report(sum(found for _, found in counts))
            _, counts = crew.pass_on(actors, ("step",), ("take",))
        parts = crew.get([one.start("finish") for one in actors])
        ends = zip(actors, parts, strict=True)
        calls = [Call(one, ("result", part)) for one, ended in ends for part in range(ended)]
        results = crew.start_all(calls)
        samples = crew.get([parts[0] for parts in results])
        for at, (by_tier, (_, keys)) in enumerate(zip(samples, results, strict=True)):
            for target, sample in by_tier.items():
                reach = max(reach, target)
                self.waiting[target].append(Run(sample, keys, (at + 0.5) / len(results)))
        tier = self._gather(number, self.waiting.pop(number), inner=True)
        tier.reach, tier.inner = reach, True
        crew.let_go()

    # Backward ------------------------------------------------------------------------------------

    def backward(self) -> None:
        """Score all tiers, the last first."""
        self.report(0)
        while self.tiers.scored:
            index = self.tiers.scored - 1
            tier, after = self.tiers.all[index], self.tiers.all[index + 1 :]
            self.tiers.require(tier)
            above = [
                (other.number, share)
                for other in after
                if other.number <= tier.reach
                for share in other.shares
            ]
            score = self._score_in_rounds if tier.inner else self._score_by_tasks
            self.tiers.put_scores(score(tier, above))
            self.tiers.save_soon()
            self.report(0)
        self.tiers.save()

    def _ask(
        self, shares: Sequence[Share], above: Sequence[Owned], inside: Sequence[Owned] = ()
    ) -> tuple[list[Sequence[Pending]], list[list[Pending]], list[list[Pending]]]:
        """Return the data that shares keep for scoring; their questions to each owner, those to
        the owners `inside` their own tier first; and the answers of the owners `above`.
        """
        tiers, owners = self.tiers, [*inside, *above]
        numbers = np.array([number for number, _ in owners], np.int64)
        leasts = array_of([share.least for _, share in owners], no_keys(self.packing))
        asking = [
            self._call(share, ask, self.rules, tiers.keys(share), Owners(numbers, leasts))
            for share in shares
        ]
        kept, asked = self.crew.exchange(asking, [owner.size for _, owner in owners], heads=1)
        answering = [
            self._call(one, answer, self.rules, tiers.keys(one), tiers.scores(one), *parts)
            for (_, one), parts in zip(above, asked[len(inside) :], strict=True)
        ]
        _, answers = self.crew.exchange(answering, [share.size for share in shares])
        return kept, asked, answers

    def _call(self, share: Share, *given: Any) -> Call:
        return Call(self.crew, given, share.place, share.size)

    def _score_by_tasks(self, tier: Tier, above: Sequence[Owned]) -> list[Any]:
        """Score a tier that all moves leave; return each share's tally and scores."""
        kept, _asked, answers = self._ask(tier.shares, above)
        scoring = [
            self._call(share, score_asked, self.rules, self.tiers.keys(share), *own, *parts)
            for share, own, parts in zip(tier.shares, kept, answers, strict=True)
        ]
        scored = self.crew.start_all(scoring)
        if self.crew.remote:  # keeps the tasks' arguments until all tasks have ended
            self.crew.get([parts[0] for parts in scored])
        return scored

    def _score_in_rounds(self, tier: Tier, above: Sequence[Owned]) -> list[Any]:
        """Score a tier with inner moves, divided among actors; one machine has one by default."""
        one = not (self.crew.remote or self.machine.shares)
        count = 1 if one else min(self._actors, len(tier.shares))
        ends = [len(tier.shares) * at // count for at in range(count + 1)]
        held = [tier.shares[begin:end] for begin, end in pairwise(ends)]
        actors = self._link(tier, held, above)
        Retrograde(self.game, self.crew, actors, self.report).settle()
        results = [
            Call(actor, ("result", begin, begin + share.count))
            for actor, shares in zip(actors, held, strict=True)
            for share, begin in ((share, share.first - shares[0].first) for share in shares)
        ]
        return self.crew.start_all(results)

    def _link(
        self, tier: Tier, held: Sequence[Sequence[Share]], above: Sequence[Owned]
    ) -> list[Actor]:
        """Start actors that know the moves to their states; each gets some shares of a tier."""
        crew, count = self.crew, len(held)
        firsts = np.array([*(part[0].first - tier.first for part in held), tier.count], np.int64)
        crew.let_go()
        memory = self.tiers.memory // (2 * count)
        actors = [crew.keep(LoopShare, self.rules, firsts, at, memory) for at in range(count)]
        owners = [actor for actor, part in zip(actors, held, strict=True) for _ in part]
        for owner, share in zip(owners, tier.shares, strict=True):
            owner.start("hold", self.tiers.keys(share))
        inside = [(tier.number, part[0]) for part in held]
        for some in self.tiers.at_once(tier):
            kept, asked, answers = self._ask(tier.shares[some], above, inside)
            opening = [
                Call(owner, ("open", *own, *parts))
                for owner, own, parts in zip(owners[some], kept, answers, strict=True)
            ]
            _, parents = crew.exchange(opening, [1] * count)
            linking = zip(actors, asked[:count], parents, strict=True)
            crew.get([actor.start("link", *moves, *back) for actor, moves, back in linking])
            del kept, asked, answers, opening, parents, linking
        crew.get([actor.start("reverse") for actor in actors])
        return actors
