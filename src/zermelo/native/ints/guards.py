"""Operators of rules that are equal to Python's in compiled code, or raise `Overflow`.

`rulecode` replaces Python's operators in the rules of a game by guarded ones. Each takes a `Site`
first: the width and the losses allowed there. Operands other than ints are left to numba. The code
for ints is in `exact`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.core.typing.typeof import typeof_impl
from numba.extending import models, register_model

from zermelo.native.ints.storing import refuse_cut
from zermelo.native.ints.wide import WHOLE, Wide
from zermelo.native.ints.widths import WORD


@dataclass(frozen=True)
class Site:
    """The width and the losses allowed in one operation.

    width     bits of the result, at least
    demanded  how many of its lowest bits anything depends on; None for all
    needed    how many bits the result has at most, its sign among them; None if that is unknown
    most      what the second operand is at most, if it is surely not negative; else None
    divides   whether the second operand is surely not 0
    natural   whether no operand is negative
    small     whether all operands are equal to floats
    rules     the type of the game, if named tuples of it define operators
    """

    width: int = WORD
    demanded: int | None = None
    needed: int | None = None
    most: int | None = None
    divides: bool = False
    natural: bool = False
    small: bool = False
    rules: Any = None

    def loses(self, width: int) -> bool:
        """Whether a result of `width` bits may lose the bits above."""
        return self.demanded is not None and self.demanded <= width

    def fits(self, width: int) -> bool:
        """Whether every result is known to fit into `width` bits."""
        return self.needed is not None and self.needed <= width


class SiteType(types.Opaque):
    """A site as a compile-time type; it has no value at run time."""

    def __init__(self, site: Site) -> None:
        self.site = site
        super().__init__(repr(site))


register_model(SiteType)(models.OpaqueModel)


@typeof_impl.register(Site)
def _typeof_site(site: Site, _context: Any) -> SiteType:
    return SiteType(site)


class Guarded:
    """The guarded twin of an operator; `function` is what numba has for other types than ints."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"guarded {self.function.__name__}"


Kinds = Callable[..., tuple[types.Type, list[types.Type]]]
Lowering = Callable[..., Any]

GUARDED: Final[dict[Any, Guarded]] = {}  # by Python's operator
_IMMUTABLE: Final[dict[Any, Any]] = {}  # by the operator that assigns


def guard(name: str, kinds: Kinds, lower: Lowering, check_other: Lowering | None = None) -> None:
    """Define the guarded twin of the operator `name`, and of the one that assigns.

    kinds        the types of result and operands, from the site and the types given
    lower        the code for ints, from context, builder, signature, operands, site, place
    check_other  code that comes before numba's own, from the same without the site
    """
    plain = getattr(operator, name)
    assigning = getattr(operator, f"i{name}", None)
    _IMMUTABLE[assigning] = plain
    for function in filter(None, (plain, assigning)):
        _define_wide(function, kinds, lower)
        GUARDED[function] = Guarded(function)
        _define(GUARDED[function], kinds, lower, check_other)


def all_ints(kinds: Any) -> bool:
    """Whether all are types of ints."""
    return all(isinstance(kind, (Wide, *WHOLE)) for kind in kinds)


def _define(guarded: Guarded, kinds: Kinds, lower: Lowering, check_other: Lowering | None) -> None:
    class Template(AbstractTemplate):
        key = guarded
        prefer_literal = True

        def generic(self, arguments: Any, _keywords: Any) -> Any:
            place, *operands = arguments
            if all_ints(operands):
                result, wanted = kinds(place.site, *operands)
                return signature(result, place, *wanted)
            if (own := _own(place.site, guarded, operands)) is not None:
                compiler, step = own
                kind = self.context.resolve_value_type(compiler)
                call = kind.get_call_type(self.context, operands[::step], {})
                return call and signature(call.return_type, place, *call.args[::step])
            other = _of_numba(self.context, guarded.function, operands)
            return other and signature(other.return_type, place, *other.args)

    infer_global(guarded, types.Function(Template))

    @lower_builtin(guarded, types.VarArg(types.Any))
    def generate(context: Any, builder: Any, given: Any, arguments: Any, loc: Any = None) -> Any:
        place, *wanted = given.args
        inner, operands = signature(given.return_type, *wanted), arguments[1:]
        if all_ints(wanted):
            return lower(context, builder, inner, operands, place.site, loc)
        if (own := _own(place.site, guarded, wanted)) is not None:
            compiler, step = own
            kind = context.typing_context.resolve_value_type(compiler)
            call = signature(given.return_type, *wanted[::step])
            return context.get_function(kind, call)(builder, operands[::step])
        if check_other is not None:
            check_other(context, builder, inner, operands, loc)
        kind = context.typing_context.resolve_value_type(_function_for(guarded, wanted))
        return context.get_function(kind, inner)(builder, operands)


def _own(site: Site, guarded: Guarded, kinds: Any) -> Any:
    """The operator that a named tuple of the rules defines, see `GameType.overloaded`."""
    if site.rules is None:
        return None
    plain = _IMMUTABLE.get(guarded.function, guarded.function)
    return site.rules.overloaded(plain.__name__.strip("_"), list(map(types.unliteral, kinds)))


def _function_for(guarded: Guarded, kinds: list[types.Type]) -> Any:
    """The operator for these types: `+=` changes a list in place and makes a new tuple."""
    if kinds[0].mutable:
        return guarded.function
    return _IMMUTABLE.get(guarded.function, guarded.function)


def _of_numba(context: Any, function: Any, kinds: list[types.Type]) -> Any:
    """numba's own signature; it knows fewer for literals."""
    plain = [types.unliteral(kind) for kind in kinds]
    if not plain[0].mutable:
        function = _IMMUTABLE.get(function, function)
    elif isinstance(plain[0], types.List) and isinstance(plain[-1], types.List):
        refuse_cut(plain[0].dtype, plain[-1].dtype)
    return context.resolve_function_type(function, plain, {})


def _define_wide(function: Any, kinds: Kinds, lower: Lowering) -> None:
    """The operator itself for wide ints, outside rules: guarded as well, and no wider."""

    @infer_global(function)
    class Template(AbstractTemplate):
        key = function

        def generic(self, arguments: Any, _keywords: Any) -> Any:
            if not all_ints(arguments) or not isinstance(arguments[0], Wide):
                return None
            result, wanted = kinds(Site(), *arguments)
            return signature(result, *wanted)

    @lower_builtin(function, Wide, types.VarArg(types.Any))
    def generate(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        return lower(context, builder, given, arguments, Site(), None)
