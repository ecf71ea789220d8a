"""Compiling faster changes nothing but the time: numba computes the same, and is left as it was."""

from __future__ import annotations

import gc
import subprocess
import sys
from importlib.util import find_spec

import pytest
from numba.core import ir
from numba.core.compiler import Flags, run_frontend

from zermelo.native.hastened import _FASTER, hastened
from zermelo.native.rewriting.recursion import _Flags

pytestmark = pytest.mark.compiled

COMPILING = """
import sys
from zermelo.contract.bits import mixed
from zermelo.native import kernel

@kernel
def twice(number):
    return mixed(number) + number

assert twice.native(3) == twice(3)
import numba.np.arraymath as arrays
print("scipy.linalg" in sys.modules, arrays._HAVE_BLAS)
"""


def several(rows, found={}):  # noqa: B006 - only read, by numba
    """Statements of many kinds."""
    total = 0
    for index, row in enumerate(rows):
        first, _ = [row[0], row[1:], (index, total, "text")], None
        total += max(row[index], *row) if index in found else -len(first)
        rows[index] = row
        if total > 5 and not index:
            raise ValueError(total, row)
    return total, {"a": rows, "b": [total]}


def instructions():
    """All statements of a function in numba's form, and what they assign."""
    for block in run_frontend(several).blocks.values():
        for statement in block.body:
            yield statement
            if isinstance(getattr(statement, "value", None), ir.Expr):
                yield statement.value


def test_the_variables_of_instructions_are_those_that_numba_lists():
    listed = [(part, part.list_vars()) for part in instructions()]
    assert len(listed) > 40
    with hastened():
        for part, variables in listed:
            assert part.list_vars() == variables


def test_numba_is_left_as_it_was():
    before = [getattr(owner, name) for owner, name, _ in _FASTER]
    threshold = gc.get_threshold()
    with pytest.raises(KeyError), hastened():
        assert all(getattr(owner, name) is faster for owner, name, faster in _FASTER)
        raise KeyError
    assert [getattr(owner, name) for owner, name, _ in _FASTER] == before
    assert gc.get_threshold() == threshold


@pytest.mark.parametrize("changed", [{}, {"nrt": False}, {"nrt": True}, {"inline": "always"}])
def test_settings_are_equal_where_those_of_numba_are(changed):
    own, other = Flags(), Flags()
    own.nrt = True
    for name, value in changed.items():
        setattr(other, name, value)
    assert (_Flags(own) == _Flags(other)) == (own == other)
    assert hash(_Flags(own)) == hash(own)


def test_compiling_loads_no_matrices_and_hides_none():
    command = [sys.executable, "-c", COMPILING]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", str(find_spec("scipy") is not None)]
