"""Arrays of keys in order: sorted, looked up in, taken apart; against sets and dicts."""

import random

import numpy as np
import pytest

from zermelo.native.arrays import key_at
from zermelo.solver.crews.crew import Machine
from zermelo.solver.keyed.enumeration import Seen
from zermelo.solver.keys import keyarrays
from zermelo.solver.keys.keyarrays import FOUND, array_of, find

BOTH = pytest.mark.parametrize(
    "native", [pytest.param(True, marks=pytest.mark.compiled), False], ids=["native", "plain"]
)
WORDS = pytest.mark.parametrize("words", [1, 2])
KINDS = ["spread", "dense", "clustered", "alike"]


def some_keys(words: int, kind: str, count: int = 400) -> list[int]:
    """Keys of so many words, some of them twice."""
    chance = random.Random(f"{words}{kind}")
    top = 63 * words
    low = chance.getrandbits(top - 1)
    keys = {
        "spread": [chance.getrandbits(top) for _ in range(count)],
        "dense": [low + chance.randrange(2 * count) for _ in range(count)],
        "clustered": [chance.randrange(3) << top - 2 | chance.getrandbits(6) for _ in range(count)],
        "alike": [low] * count,
    }[kind]
    return [*keys, *keys[::3]]


def stored(keys, words: int):
    return array_of(list(keys), np.empty((0,) if words == 1 else (0, 2), np.int64))


def taken(keys) -> list[int]:
    return [key_at(keys, index) for index in range(len(keys))]


@BOTH
@WORDS
@pytest.mark.parametrize("few", [1, 10_000])
@pytest.mark.parametrize("kind", KINDS)
def test_keys_are_sorted_each_once_and_found(native, words, kind, few, monkeypatch):
    monkeypatch.setattr(keyarrays, "FEW", few)
    given, chance = some_keys(words, kind), random.Random(5)
    keys = sorted(set(given))
    asked = chance.choices(keys, k=300)
    with Machine(1, native=native) as machine:
        run, places = machine.kernels.run, np.empty(300, np.int32)
        for part in (given, given[:1], given[:2]):
            ordered = keyarrays.sorted_once([stored(part, words)], machine.kernels)
            assert taken(ordered) == sorted(set(part))
        known = keyarrays.make_ready(stored(keys, words), machine.kernels)
        looking = find, known, *keyarrays.addresses(known)
        assert run(*looking, stored(asked, words), places) == FOUND
        assert [keys[place] for place in places] == asked
        top = (1 << 63 * words) - 1
        near = {other for key in keys for other in (key - 1, key + 1)} - set(keys)
        for other in [*sorted(near)[:40], top]:
            if 0 <= other <= top and other not in keys:
                assert run(*looking, stored([keys[0], other], words), places) == 1


@BOTH
@WORDS
def test_known_keys_are_left_out(native, words):
    chance, met = random.Random(1), set()
    keys = sorted(set(some_keys(words, "dense")))
    with Machine(1, native=native) as machine:
        seen = Seen(machine.kernels, most=5)
        for _ in range(12):
            some = sorted(chance.sample(keys, chance.randrange(1, 60)))
            assert taken(seen.add(stored(some, words))) == [k for k in some if k not in met]
            met |= set(some)
        assert taken(seen.keys()) == sorted(met) and seen.count == len(met)
