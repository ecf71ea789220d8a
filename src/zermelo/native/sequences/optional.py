"""Values that may be None: rules compare them, and ask whether they are true."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from zermelo.native.games import JIT_OPTIONS
from zermelo.native.proof.maybenone import differs, is_false, same, surely


def _present(_typing: Any, value: Any) -> Any:
    """The value that may be None; `TypeError` if it is."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        made = context.cast(builder, arguments[0], value, value.type)
        context.nrt.incref(builder, value.type, made)
        return made

    return value.type(value), generate


_there: Any = intrinsic(_present)


@overload(same, strict=False, jit_options=JIT_OPTIONS)
def _same(one: Any, other: Any) -> Any:
    if isinstance(other, types.NoneType):
        return lambda one, other: one is None
    if isinstance(one, types.NoneType):
        return lambda one, other: other is None
    if isinstance(one, types.Optional) and isinstance(other, types.Optional):
        return lambda one, other: (
            other is None if one is None else other is not None and one == other
        )
    if isinstance(one, types.Optional):
        return lambda one, other: one is not None and one == other
    if isinstance(other, types.Optional):
        return lambda one, other: other is not None and one == other
    return lambda one, other: one == other


@overload(differs, strict=False, jit_options=JIT_OPTIONS)
def _differs(_one: Any, _other: Any) -> Any:
    return lambda _one, _other: not same(_one, _other)


@overload(is_false, strict=False, jit_options=JIT_OPTIONS)
def _is_false(value: Any) -> Any:
    if isinstance(value, types.Optional):
        return lambda value: value is None or not _there(value)
    return lambda value: not value


@overload(bool, strict=False, jit_options=JIT_OPTIONS)
def _bool(value: Any) -> Any:
    if isinstance(value, types.Optional):
        return lambda value: value is not None and bool(_there(value))
    return None


@overload(surely, strict=False, jit_options=JIT_OPTIONS)
def _surely(value: Any) -> Any:
    if isinstance(value, types.Optional):
        return lambda value: _there(value)
    return lambda value: value
