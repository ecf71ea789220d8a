"""The engine's memory: what is declared is what plain and compiled searches have."""

from __future__ import annotations

import math

import pytest

from zermelo.native.words import address_of
from zermelo.search.counters import COUNTERS
from zermelo.search.engine.memory import FIELDS, NO_KEY, NO_MOVE, SHAPES, Memory
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace


def test_every_declared_field_is_there_and_the_counters_are_last():
    assert set(FIELDS) == set(Memory.__annotations__) > set(COUNTERS)
    assert FIELDS[-len(COUNTERS) :] == COUNTERS
    assert Workspace(Table(0.01), native=True).memory.names == FIELDS


@pytest.mark.parametrize("native", [False, True])
def test_a_workspace_has_every_field_and_each_array_its_shape(native):
    workspace = Workspace(Table(0.01), native=native)
    arrays = {"table", "repeated", "endgames", "reductions", *SHAPES}
    assert set(workspace.arrays) == arrays
    for name, array in workspace.arrays.items():
        there = workspace.memory[name]
        assert there == address_of(array) if native else there.obj is not None
        assert name not in SHAPES or len(array) == math.prod(SHAPES[name])
    assert set(workspace.arrays["killers"]) == {NO_MOVE}
    assert set(workspace.arrays["path"]) == {NO_KEY}
    for name in set(FIELDS) - arrays:
        assert int(workspace.memory[name]) >= 0


def test_partners_share_the_table_and_the_claims_and_nothing_else():
    one = Workspace(Table(0.01), native=True)
    other = one.partner()
    one.share()
    shared = {name for name in one.arrays if one.memory[name] == other.memory[name]}
    shared -= {"endgames"}  # of which there are none
    assert shared == {"table", "claims", "size", "reductions"}
    assert one.memory["shared"] == other.memory["shared"] == 1
    assert one.memory["age"] == other.memory["age"]
