"""A digest of all the code and constants that a function, or the rules of a game, can reach.

Machine code on disk is looked up by this digest, so it must change whenever the compiled result
could: with the code itself, the helpers it calls from anywhere, and the constants they read. Names,
comments, docstrings and line numbers without effect do not change it.

Databases live for years, so their digest depends on the syntax of the rules, which every version
of Python reads in the same way.
"""

import ast
import contextlib
import dataclasses
import dis
import functools
import hashlib
import linecache
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.contract.numbered import Numbered, is_numbered
from zermelo.contract.views import game_as_written
from zermelo.native.compiler.kinds import Unsupported
from zermelo.native.compiler.syntax import node_of

TRUTH = ("start", "player", "moves", "play", "outcome")  # members that determine a position's value
RULES = (*TRUTH, "evaluate", "order", "candidates", "foresee", "remaining", "key")
POINTS = ("score", "score_bound", "repetition")
HINTS = ("loud", "assured", "reply", "soonest_win", "soonest_loss", "move_count", "move_at")
TIERS = ("remaining", "symmetries", "tier")
KEYS = ("key", "unkey")
NUMBERS = ("tier_size", "index", "unindex", "retreats", "stabiliser")
WORK = ("exits", "stays", "grouped_size", "grouped_index", "grouped_state", "retreat_numbers")
OUTSIDE = frozenset(sys.stdlib_module_names) | {"numpy", "llvmlite"}
DROPPED: Final = {
    *("annotation", "returns", "type_params", "type_comment"),
    *("decorator_list", "ctx", "kind"),
}
# A variable keeps its name, and gets no number, if nodes of other types contain the name.
UNNAMING: Final = (ast.Name, ast.Attribute, ast.Constant, ast.keyword)


def fingerprint(*roots: object) -> str:
    """The digest, 16 hexadecimal digits, of everything that the functions `roots` reach."""
    return _Walk().digest(roots)


def rules_fingerprint(game: Game[Any]) -> str:
    """The digest of the rules of `game`: its class's methods with the helpers they reach.

    It ignores parameters, and texts and pictures unless the rules use them.
    """
    rules = game_as_written(game)
    numbered = (*NUMBERS, *WORK) if is_numbered(rules) else ()
    names = *RULES, *POINTS, *HINTS, *TIERS, *KEYS, *numbered
    return _Walk(type(rules)).digest(getattr(type(rules), name) for name in names)


def identity(game: Game[Any]) -> str:
    """A game's class, parameters and rules as a text, equal for games that play alike."""
    owner = type(game_as_written(game))
    fields = dataclasses.fields(game)
    parameters = ", ".join(f"{field.name}={getattr(game, field.name)!r}" for field in fields)
    return f"{owner.__module__}.{owner.__qualname__}({parameters})#{rules_fingerprint(game)}"


def truth_fingerprint(game: Game[Any]) -> str:
    """The digest of everything a database of `game` depends on, excluding evaluation and ordering.

    It covers the state at the start, not the code that sets it up or parses it.
    """
    endless = game.counts_points and game.has("progress")  # games may go on forever
    points = POINTS if game.by_score else ("endless_value",) * endless
    rules = game_as_written(game)
    stored = NUMBERS if is_numbered(rules) else KEYS if game.has("unkey") else ()
    names = *TRUTH[1:], *points, *TIERS, *stored
    walk = _Walk(type(rules), by_syntax=True)
    return walk.digest([rules.start(), *(getattr(type(rules), name) for name in names)])


def truth_members(game: Game[Any]) -> frozenset[str]:
    """The names of the parameters and methods that positions' values may depend on."""
    owner = type(game_as_written(game))
    walk = _Walk(owner)
    walk.digest(getattr(owner, name) for name in TRUTH)
    return frozenset(walk.members)


class _Walk:
    """One traversal of everything reachable, in a fixed order, visiting each function once.

    `by_syntax` digests the syntax tree of a function, instead of its bytecode.
    """

    def __init__(self, owner: type[Game[Any]] | None = None, *, by_syntax: bool = False) -> None:
        self.owner, self.by_syntax = owner, by_syntax
        self.seen: dict[int, int] = {}
        self.members: set[str] = set()
        self.hash = hashlib.sha256()

    def digest(self, roots: Iterable[object]) -> str:
        for root in roots:
            self.visit(root)
        return self.hash.hexdigest()[:16]

    def visit(self, value: object) -> None:
        if isinstance(value, functools._lru_cache_wrapper):
            value = value.__wrapped__
        elif value is Game.has and self.by_syntax:
            value = first_has
        if isinstance(value, (FunctionType, type, ModuleType)):
            if id(value) in self.seen:
                return self.note("again", self.seen[id(value)])
            self.seen[id(value)] = len(self.seen)
        if isinstance(value, FunctionType):
            self.function(value)
        elif isinstance(value, (property, functools.cached_property)):
            self.visit(value.fget if isinstance(value, property) else value.func)
        elif isinstance(value, type):
            self.note("class", value.__name__, getattr(value, "_fields", ()))
            self.members_of(value)
        elif isinstance(value, (tuple, list)):
            self.note("items", len(value))
            for item in value:
                self.visit(item)
        elif isinstance(value, (dict, set, frozenset)):
            self.note(type(value).__name__)
            self.visit([*value.items()] if isinstance(value, dict) else sorted(value, key=repr))
        elif hasattr(value, "tobytes"):
            self.note("array", getattr(value, "dtype", ""), value.tobytes())
        elif isinstance(value, (int, float, str, bytes, bool, type(None))):
            self.note(type(value).__name__, value)
        else:
            self.note(type(value).__name__, getattr(value, "__name__", ""))
        return None

    def members_of(self, owner: type) -> None:
        """Visit a class's members that rules can use: constants, and methods of named tuples."""
        fields = getattr(owner, "_fields", ())
        asked: tuple[type, ...] = (int, tuple, list, dict, set, frozenset)
        asked = (*asked, FunctionType, property) if fields else asked
        if issubclass(owner, Game) or owner.__module__.partition(".")[0] in {*OUTSIDE, "builtins"}:
            return
        for name, value in vars(owner).items():
            hidden = name.startswith("_") and not (fields and is_special(owner, name))
            if not hidden and name not in fields and isinstance(value, asked):
                self.note("of class", name)
                self.visit(value.value if isinstance(value, Enum) else value)

    def function(self, function: FunctionType) -> None:
        if function.__module__ and function.__module__.partition(".")[0] in OUTSIDE:
            return self.note("outside", function.__module__, function.__qualname__)
        self.own_code(function)
        self.visit(function.__defaults__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)
        for name in sorted(_names(function.__code__)):
            if name in function.__globals__:
                self.note("global", name)
                self.visit_global(name, function.__globals__[name], function.__code__)
            if name in ("__mro__", "__qualname__"):  # these differ in every class
                continue
            # Old databases digest the names of `Numbered` for every game, as all games had them.
            owner = self.owner if hasattr(self.owner, name) else Numbered
            if self.owner is not None and hasattr(owner, name):
                self.note("member", name)
                self.members.add(name)
                self.visit(getattr(owner, name))
                if "super" in function.__code__.co_names:
                    self.visit([vars(above).get(name) for above in self.owner.__mro__])
        return None

    def own_code(self, function: FunctionType) -> None:
        """Digest a function's syntax tree if `by_syntax` and its source allow it, else its code."""
        code = function.__code__
        if self.by_syntax:
            with contextlib.suppress(Unsupported):  # `dataclass` generates methods without a source
                tree = node_of(code, function.__globals__)
                if code in codes_in("".join(linecache.getlines(code.co_filename))):
                    return self.note("syntax", meaning(tree))
        return self.code(code, function.__doc__)

    def visit_global(self, name: str, value: object, code: CodeType) -> None:
        """Visit a global; of a module, only the members that the code names.

        A member that is a module counts only if the code contains `name.member`: the presence of
        other modules depends on the program's imports.
        """
        if not isinstance(value, ModuleType):
            return self.visit(value)
        if value.__name__.partition(".")[0] not in OUTSIDE:
            for member in sorted(_names(code) & set(vars(value))):
                item = getattr(value, member)
                if not isinstance(item, ModuleType) or (name, member) in _dotted_names(code):
                    self.note("member", value.__name__, member)
                    self.visit_global(member, item, code)
        return None

    def code(self, code: CodeType, docstring: str | None = None) -> None:
        self.note("code", code.co_code, code.co_names, code.co_varnames, code.co_freevars)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant)
            elif docstring is None or constant != docstring:
                kind = type(constant).__name__
                # Each process orders a set of texts differently.
                items = sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant
                self.note("constant", kind, items)

    def note(self, *facts: object) -> None:
        self.hash.update(repr(facts).encode())


def first_has(self: Any, capability: str) -> bool:
    """`Game.has` as it was when the first databases were solved; their digests cover it."""
    return getattr(type(self), capability, None) is not getattr(Game, capability, None)


@functools.lru_cache(maxsize=256)
def codes_in(text: str) -> frozenset[CodeType]:
    """The code objects of all functions in a file with this text."""
    return frozenset(nested_codes(compile(text, "", "exec", dont_inherit=True)))


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """The code object of a function, and those of all functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_codes(constant)


def _names(code: CodeType) -> set[str]:
    """Every global and attribute name in `code` and its nested code."""
    return {name for inner in nested_codes(code) for name in inner.co_names}


def _dotted_names(code: CodeType) -> Iterator[tuple[str, str]]:
    """Each pair of names with a dot between them in `code` and its nested code."""
    for inner in nested_codes(code):
        for before, after in pairwise(dis.get_instructions(inner)):
            if after.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                yield str(before.argval), after.argval


def is_special(owner: type, name: str) -> bool:
    """Whether a class itself defines this name as a special method, other than for display."""
    member = vars(owner).get(name)
    return (
        isinstance(member, FunctionType)
        and member.__module__ == owner.__module__
        and name[:2] == name[-2:] == "__"
        and name not in ("__str__", "__repr__", "__format__")
    )


# The meaning of a source, the same for every version of Python -----------------------------------


def meaning(function: Any) -> Any:
    """The parameters and body of a function's tree, without parts that have no effect.

    These are the function's name, decorators (a rule's traversal covers them), docstrings,
    annotations, and the names of variables, which numbers replace.
    """
    own = own_variables(function)

    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return tuple(plain(item) for item in value if not is_docstring(item))
        if isinstance(value, ast.Name) and value.id in own:
            return own[value.id]
        if isinstance(value, ast.AnnAssign) and value.value:
            value = ast.Assign([value.target], value.value)
        if not isinstance(value, ast.AST):
            return value
        fields = (field for field in ast.iter_fields(value) if field[0] not in DROPPED)
        said = ((name, plain(item)) for name, item in fields if item is not None and item != [])
        return (type(value).__name__, *said)

    return plain(function.args), plain(function.body)


def own_variables(function: Any) -> dict[str, int]:
    """Number the variables that a function assigns, except those whose names have another use."""
    nodes = [*ast.walk(function)]
    naming = (node for node in nodes if not isinstance(node, UNNAMING))
    values = (value for node in naming for _, value in ast.iter_fields(node))
    texts = (text for value in values for text in (value if isinstance(value, list) else [value]))
    kept = {text for text in texts if isinstance(text, str)}
    names = (x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store))
    return {name: number for number, name in enumerate(dict.fromkeys(names)) if name not in kept}


def is_docstring(statement: Any) -> bool:
    """Whether a statement is only a string, without effect."""
    constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return constant and isinstance(statement.value.value, str)
