"""The source of functions as trees, and functions made of trees that were rewritten."""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType
from typing import Any, Final

from zermelo.native.rewriting.templates import LIFTED

_FUTURE: Final = __future__.annotations.compiler_flag


def parsed(function: FunctionType) -> Any:
    """The code of a function, without what is evaluated outside; None if there is no source."""
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    if not isinstance(tree, ast.FunctionDef):
        return None
    renamed = getattr(function, "renamed", {})  # of a twin, see `contract.adapted.twins`
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute):
            part.attr = renamed.get(part.attr, part.attr)
    if function.__name__ not in (tree.name, renamed.get(tree.name)):
        return None
    tree.name = function.__name__
    tree.decorator_list, tree.returns = [], None
    for part in ast.walk(tree.args):
        if isinstance(part, ast.arg):
            part.annotation = None
    tree.args.defaults = [ast.Constant(None) for _ in tree.args.defaults]
    tree.args.kw_defaults = [default and ast.Constant(None) for default in tree.args.kw_defaults]
    ast.fix_missing_locations(tree)
    return ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)


def compiled(function: FunctionType, body: list[Any], names: dict[str, Any]) -> FunctionType:
    """The last of these functions, in the place of `function`; the others are what it calls."""
    seen = cells(function)
    seen.pop("__class__", None)  # only for `super()`
    if seen:  # as seen from inside the function that made it
        outer: Any = ast.parse(f"def outer({', '.join(seen)}): pass").body[0]
        outer.body, body = body, [outer]
    module = ast.fix_missing_locations(ast.Module(body, []))
    code = compile(module, function.__code__.co_filename, "exec", _FUTURE, dont_inherit=True)
    globals_ = {**function.__globals__, **names}
    lifted = function
    for made in _codes(code):
        closure = tuple(seen[name] for name in made.co_freevars if name in seen)
        if len(closure) < len(made.co_freevars):
            continue  # a function inside one of them
        twin = FunctionType(made, globals_, made.co_name, None, closure)
        twin.__module__ = function.__module__
        if made.co_name.startswith(LIFTED):
            globals_[made.co_name] = twin
        elif made.co_name == function.__name__:
            lifted = twin
    lifted.__qualname__ = function.__qualname__
    return lifted


def cells(function: FunctionType) -> dict[str, CellType]:
    """The variables of the function around that one inside it uses, by name."""
    return dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions in a module, or in the function that makes them."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name == "outer":
                yield from _codes(constant)
            yield constant
