"""Which functions have something to rewrite: their code says so, and is read faster than text."""

from __future__ import annotations

import dis
import linecache
from types import CodeType, FunctionType
from typing import Final

from zermelo.native.rewriting.combining import MADE
from zermelo.native.rewriting.iterating import MAKERS
from zermelo.native.rewriting.templates import LOOPS

_REWRITTEN: Final = {
    *(*LOOPS, "map", "filter", "zip", "enumerate", "sort", "super", "popleft", "appendleft"),
    *("Counter", "defaultdict", "get", "setdefault", "reversed", "bin", "fromkeys"),
    *(function.__name__ for function in (*MADE, *MAKERS)),
}
_OPERATIONS: Final = {  # of functions and comprehensions, stars, `yield from` and `[]`
    dis.opmap[name]
    for name in (
        *("MAKE_FUNCTION", "LIST_APPEND", "SET_ADD", "MAP_ADD"),
        *("BUILD_LIST", "BUILD_SET", "LIST_EXTEND", "UNPACK_EX", "GET_YIELD_FROM_ITER"),
        *("MATCH_SEQUENCE", "MATCH_CLASS", "CALL_FUNCTION_EX", "IS_OP", "DELETE_SUBSCR"),
        *(name for name in dis.opmap if "IF_NONE" in name or "IF_NOT_NONE" in name),
    )
}


def may_need_it(function: FunctionType) -> bool:
    """Whether its code may have something to rewrite, as most has not: parsing takes longer."""
    code = function.__code__
    if (
        code.co_kwonlyargcount
        or not _REWRITTEN.isdisjoint(code.co_names)
        or not _OPERATIONS.isdisjoint(code.co_code[::2])
    ):
        return True
    if () in code.co_consts or _sets_to_none(code):
        return True
    lines = [line for _, _, line in code.co_lines() if line]
    source = linecache.getlines(code.co_filename)[min(lines) - 1 : max(lines)]
    return any(sign in "".join(source) for sign in (":=", "= None", "None =", ")["))


def _sets_to_none(code: CodeType) -> bool:
    """Whether a variable is set to None."""
    none = code.co_consts.index(None) if None in code.co_consts else 0
    steps = bytes((dis.opmap["LOAD_CONST"], none, dis.opmap["STORE_FAST"]))
    return None in code.co_consts and steps in code.co_code
