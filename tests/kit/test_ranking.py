"""Numbers of boards with two kinds of men: perfect up to symmetry, plain and compiled."""

from collections.abc import Iterator

import pytest

import zermelo
from numberedgames import Hexapawn
from processes import printed_by
from walking import all_states
from zermelo.contract.numbered import Numbered
from zermelo.games.connectfour import ConnectFour, Discs
from zermelo.kit.ranking import TwoColours
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.numbers import TierStates


class NumberedConnectFour(TwoColours[Discs], ConnectFour):
    """A tier for each number of discs; boards with discs in the air have no number."""

    @property
    def points(self) -> int:
        return self.width * self.stride

    @property
    def images(self) -> tuple[int, ...]:
        points = range(self.points)
        mirrored = [
            (self.width - 1 - point // self.stride) * self.stride + point % self.stride
            for point in points
        ]
        return (*points, *mirrored)

    @property
    def most_men(self) -> int:
        return (self.width * self.height + 1) // 2

    def symmetries(self, state: Discs) -> Iterator[Discs]:
        for turn in range(self.turns):
            yield Discs(self.turned(state.own, turn), self.turned(state.other, turn), state.player)

    def tier(self, state: Discs) -> int:
        return state.own.bit_count() + state.other.bit_count()

    def sectors(self, tier: int) -> Iterator[Discs]:
        if tier <= self.width * self.height:
            yield Discs(tier // 2, (tier + 1) // 2, tier & 1)

    def index(self, state: Discs) -> int:
        discs = state.own | state.other
        floors = sum(1 << column * self.stride for column in range(self.width))
        if discs & ~(discs << 1 | floors) or discs & floors << self.height:
            return -1
        return super().index(state)

    grouped_size, grouped_index = Numbered.grouped_size, Numbered.grouped_index
    grouped_state, retreat_numbers = Numbered.grouped_state, Numbered.retreat_numbers

    def retreats(self, state: Discs) -> Iterator[Discs]:
        for _ in range(0):  # no move stays in its tier
            yield state


SMALL = [zermelo.game("morris(men=3)"), Hexapawn()]
CODE = """
import random
import zermelo
import zermelo.native.machine
from zermelo.laws.differential import states_of_number

game, chance = zermelo.game("morris(men=3)"), random.Random(1)
tiers = [tier for tier in range(4000) if game.tier_size(tier)]
if {again}:
    zermelo.native.machine.llvm.parse_assembly = None  # whatever compiles, fails
for _ in range(200):
    tier = chance.choice(tiers)
    state = game.unindex(tier, chance.randrange(game.tier_size(tier)))
    assert states_of_number.native(game, state) == states_of_number(game, state)
    print(state)
"""


def boards(game) -> list[tuple[int, int]]:
    """All boards with few men of a kind."""
    most = min(4, game.most_men)
    few = [men for men in range(1 << game.points) if men.bit_count() <= most]
    return [(own, other) for own in few for other in few if not own & other]


def turned(game, men: int, turn: int) -> int:
    images = game.images[turn * game.points :]
    return sum(1 << images[point] for point in range(game.points) if men >> point & 1)


@pytest.mark.parametrize("game", SMALL, ids=["morris", "hexapawn"])
def test_each_class_of_symmetric_boards_has_one_number(game):
    numbers = {}
    for own, other in boards(game):
        orbit = [(turned(game, own, t), turned(game, other, t)) for t in range(game.turns)]
        kind = (own.bit_count(), other.bit_count(), game.rank(own, other))
        assert numbers.setdefault(kind, min(orbit)) == min(orbit)
        assert 0 <= kind[2] < game.boards(*kind[:2])
        made = game.own_at(*kind)
        assert (made, game.other_at(made, *kind)) in orbit
    assert len(set(numbers.values())) == len(numbers)


@pytest.mark.long
def test_other_games_are_numbered_with_the_same_helper(tmp_path):
    """By numbers and by keys all that play leads to comes out the same; the laws hold."""
    game = NumberedConnectFour(width=3, height=3, k=3)
    keyed = zermelo.game("connectfour(width=3, height=3, k=3)")
    zermelo.solve(game, tmp_path / "numbers", native=False, threads=1)
    zermelo.solve(keyed, tmp_path / "keys", native=False, threads=1)
    numbers = zermelo.Database(tmp_path / "numbers", game)
    keys = zermelo.Database(tmp_path / "keys")
    assert isinstance(numbers.states, TierStates) and isinstance(keys.states, KeyedStates)
    reached = all_states(game)
    assert all(numbers.score(state) == keys.score(state) for state in reached)
    assert keys.manifest["solution"]["states"] == len(reached)
    assert zermelo.check(game, games=4, native=False).sound


@pytest.mark.long
def test_the_sizes_of_nine_mens_morris_are_known():
    """9,193,626,407 numbers for all 7,673,759,269 positions (Gasser 1996), up to symmetry."""
    game = zermelo.game("morris")
    moving = [game.boards(own, other) for own in range(3, 10) for other in range(3, 10)]
    assert sum(moving) == 9_193_626_407
    assert game.classes[:5] == (1, 4, 30, 158, 757)


@pytest.mark.compiled
def test_compiled_numbers_are_the_plain_ones_also_from_the_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache"))
    first, second = (
        printed_by("-W", "error", "-c", CODE.format(again=again)) for again in (False, True)
    )
    assert first == second != ""
