"""Numbers of boards with two kinds of men: perfect up to symmetry, plain and compiled."""

import pytest

import zermelo
from numberedgames import Hexapawn
from processes import printed_by

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
