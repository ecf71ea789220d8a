"""The first two passes, which parse the source of functions and resolve names.

A file is parsed once; its functions are found by their lines. Names are resolved to the function's
own variables, those of enclosing functions, and the contents of its closure and module.
"""

import ast
import builtins
import contextlib
import functools
import linecache
import operator
from collections import ChainMap
from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import Any, Final

from zermelo.native.compiler.kinds import Unsupported, Value, lift

# Python's operators: their signs, their syntax nodes, and the functions that compute them
_BINARY: Final = (
    ("+", ast.Add, operator.add), ("-", ast.Sub, operator.sub), ("*", ast.Mult, operator.mul),
    ("/", ast.Div, operator.truediv), ("//", ast.FloorDiv, operator.floordiv),
    ("%", ast.Mod, operator.mod), ("**", ast.Pow, operator.pow),
    ("<<", ast.LShift, operator.lshift), (">>", ast.RShift, operator.rshift),
    ("&", ast.BitAnd, operator.and_), ("|", ast.BitOr, operator.or_),
    ("^", ast.BitXor, operator.xor), ("@", ast.MatMult, operator.matmul),
)  # fmt: skip
_ORDERS: Final = (
    ("==", ast.Eq, operator.eq), ("!=", ast.NotEq, operator.ne), ("<", ast.Lt, operator.lt),
    ("<=", ast.LtE, operator.le), (">", ast.Gt, operator.gt), (">=", ast.GtE, operator.ge),
)  # fmt: skip
OPERATORS: Final[dict[type, str]] = {node: sign for sign, node, _ in _BINARY}
SIGNS: Final[dict[Any, str]] = {function: sign for sign, _, function in _BINARY}
ORDERS: Final[dict[type, str]] = {node: sign for sign, node, _ in _ORDERS}
COMPARED: Final[dict[Any, str]] = {function: sign for sign, _, function in _ORDERS}
PYTHON: Final[dict[str, Any]] = {sign: function for sign, _, function in _BINARY + _ORDERS}
NAMES: Final = {sign: function.__name__.strip("_") for sign, function in PYTHON.items()}
COMPARISONS: Final[dict[type, str]] = {
    **ORDERS, ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
MIRROR: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
SIMPLE: Final = (ast.Constant, ast.Attribute, ast.Name)  # simple operands, likely masks first
LOW: Final[dict[type, str]] = {node: NAMES[sign] for sign, node, _ in _BINARY if sign in "+-*&|^"}


def walk(node: Any) -> list[Any]:
    """A node and all nodes in it, like `ast.walk` but several times as fast."""
    found = [node]
    for item in found:
        for value in vars(item).values():
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


def mask_and_other(node: Any) -> tuple[Any, Any] | None:
    """The simpler side of `a & b`, likely a mask, and the other side; None if neither is simple."""
    sides = (node.right, node.left), (node.left, node.right)
    simple = (pair for kind in SIMPLE for pair in sides if isinstance(pair[0], kind))
    return next(simple, None)


def may_outgrow(node: Any) -> bool:
    """Whether an unmasked `<<`, `*` or `~` may need more bits than the variables have."""
    match node:
        case ast.UnaryOp(op, operand):
            return isinstance(op, ast.Invert) or may_outgrow(operand)
        case ast.IfExp(_, body, other):
            return may_outgrow(body) or may_outgrow(other)
        case ast.BinOp(_, ast.LShift() | ast.Mult()):
            return True
        case ast.BinOp(left, op, right):
            sides = may_outgrow(left), may_outgrow(right)
            return all(sides) if isinstance(op, ast.BitAnd) else type(op) in LOW and any(sides)
    return False


class LowReads:
    """The reads of a function's variables, to find the reads that use only the lowest bits.

    `reads` has, for each read, the `&` that may mask it, the name of the variable whose new value
    depends on it, or None if all bits are used.
    """

    def __init__(self, function: Any) -> None:
        self.reads: dict[str, list[Any]] = {}
        self.outgrowing: set[str] = set()
        for statement in function.body if isinstance(function.body, list) else []:
            self.look(statement, None)

    def masks(self) -> dict[str, list[Any]]:
        """Variables that may be wider than their readers need → the `&`s that read them."""
        found = {name: self.masks_of(name, {name}) for name in self.outgrowing & {*self.reads}}
        return {name: masks for name, masks in found.items() if None not in masks}

    def masks_of(self, name: str, seen: set[str]) -> list[Any]:
        """The `&`s that read a variable or values made from it; None stands for other reads."""
        masks = []
        for place in self.reads.get(name, []):
            if not isinstance(place, str):
                masks.append(place)
            elif place not in seen:
                seen.add(place)
                masks += self.masks_of(place, seen)
        return masks

    def look(self, node: Any, low: Any) -> None:
        """Read a node; `low` is the `&` or the variable that uses only its lowest bits, or None if
        all are used.
        """
        match node:
            case ast.Name(name, ast.Load()):
                self.reads.setdefault(name, []).append(low)
            case ast.UnaryOp(ast.USub() | ast.Invert(), operand):
                self.look(operand, low)
            case ast.IfExp(test, body, other):
                self.look(test, None)
                self.look(body, low)
                self.look(other, low)
            case ast.BinOp(_, ast.BitAnd()) if low is None and (sides := mask_and_other(node)):
                self.look(sides[0], None)
                self.look(sides[1], node)
            case ast.BinOp(left, op, right) if type(op) in LOW or isinstance(op, ast.LShift):
                self.look(left, low)
                self.look(right, None if isinstance(op, ast.LShift) else low)
            case ast.Assign([ast.Name(name)], value):
                self.outgrowing |= {name} if may_outgrow(value) else set()
                self.look(value, name)
            case ast.AugAssign(ast.Name(name) as target, op, value):
                changed = ast.BinOp(ast.Name(name, ast.Load()), op, value)
                self.look(ast.Assign([target], changed), None)
            case _:
                for part in ast.iter_child_nodes(node):
                    self.look(part, None)


UNCHECKED: Final = ("zermelo.native.items", "zermelo.native.arrays")  # modules with unchecked ints
# modules whose functions belong to the compiler's library
LIBRARY: Final = (
    "zermelo.native.compiler.language.", "zermelo.contract.flatstates", "zermelo.native.arrays"
)  # fmt: skip
INNER: Final = (ast.FunctionDef, ast.Lambda)
DECLARED: Final = (ast.Nonlocal, ast.Global)


class Source:
    """A function, lambda or nested function, with its names resolved.

    names     the function's own variables
    changing  variables that it or nested functions assign; parameters only if reassigned
    unsure    variables that may have no value when they are read
    defaults  the default values of parameters
    is_exact  whether ints are checked, as in rules; kernels compute in unchecked words
    expression  the value of a lambda, or of a library function that is one expression, or None
    """

    def __init__(self, node: Any, filename: str, values: Mapping[str, Any]) -> None:
        self.node, self.filename, self.values = node, filename, values
        self.parent: Any = None  # the frame of the enclosing function
        self.name = getattr(node, "name", "<lambda>")
        self.defaults: dict[str, Value] = {}
        self.is_library = False  # whether it is in `LIBRARY`; calls to itself are inlined, too
        self.expression = node.body if isinstance(node, ast.Lambda) else None
        self.is_exact = True
        self.in_any_order = False  # whether its loops may visit a set's items in any order
        self.returns = ""  # the return annotation of a kernel
        nodes = own_nodes(node)
        self.outer = {name for item in nodes if isinstance(item, DECLARED) for name in item.names}
        self.names = own_names(node, nodes) - self.outer
        self.unsure: set[str] = set()
        body = node.body if isinstance(node.body, list) else [node.body]
        self.changing = {name for part in body for x in walk(part) for name in names_bound_by(x)}
        self.yields = sum(isinstance(item, (ast.Yield, ast.YieldFrom)) for item in nodes)
        shared = (item for item in walk(node) if isinstance(item, ast.Nonlocal))
        self.shared = {name for item in shared for name in item.names}
        self.lifted: Any = None  # the outer twin of a nested function that calls itself
        self.holds: list[str] = []  # the variables that are passed to a lifted twin
        self.helpers: dict[str, Any] = {}

    @functools.cached_property
    def reads(self) -> dict[str, int]:
        """The number of reads of each variable; reads in a loop count twice."""
        return reads_in(self.node)

    @functools.cached_property
    def low_reads(self) -> dict[str, list[Any]]:
        """The variables whose readers keep only the lowest bits, with the masks; see `LowReads`."""
        return LowReads(self.node).masks()

    def value_of(self, name: str) -> Any:
        """The meaning of a name that is not a variable; raises `Unsupported` if it is unknown."""
        if name in self.values:
            return self.values[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise Unsupported(f"the name {name} is not defined")


def scope_of(function: FunctionType) -> Mapping[str, Any]:
    """The names of a function's closure and, after them, of its module."""
    closure = dict[str, Any]()
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # if the cell is still empty
            closure[name] = cell.cell_contents
    module = function.__globals__
    return ChainMap(closure, module) if closure else module


_sources: dict[FunctionType, Source] = {}


def source_of(function: Any) -> Source:
    """The source of a function; raises `Unsupported` if there is none to read."""
    if function not in _sources:
        node = node_of(function.__code__, function.__globals__)
        source = Source(node, function.__code__.co_filename, scope_of(function))
        source.is_exact = not (hasattr(function, "native") or function.__module__ in UNCHECKED)
        source.is_library = (function.__module__ or "").startswith(LIBRARY)
        if source.is_library and len(node.body) == 2 and isinstance(node.body[0], ast.Expr):
            source.expression = getattr(node.body[1], "value", None)  # after the docstring
        source.returns = function.__annotations__.get("return", "") if not source.is_exact else ""
        source.in_any_order = hasattr(function, "in_any_order")
        arguments = node.args
        names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
        plain = function.__defaults__ or ()
        given = dict(zip(names[len(names) - len(plain) :], plain, strict=True))
        given |= function.__kwdefaults__ or {}
        source.defaults = {name: lift(value) for name, value in given.items()}
        _sources[function] = source
    return _sources[function]


def node_of(code: CodeType, module: dict[str, Any]) -> Any:
    """The tree of a function, found by its line."""
    linecache.checkcache(code.co_filename)  # the file may have changed and been loaded again
    text = "".join(linecache.getlines(code.co_filename, module))
    if not text:
        raise Unsupported(f"{code.co_name} has no readable source: write it in a file")
    name = "<lambda>" if code.co_name == "<lambda>" else code.co_name
    found = functions_at(text).get((code.co_firstlineno, name), [])
    if len(found) > 1:
        wanted = code.co_code, code.co_varnames
        found = [node for node in found if compiled_alike(node, wanted)] or found[:1]
    if not found:
        raise Unsupported(f"the source of {code.co_name} has changed: restart Python")
    return found[0]


@functools.lru_cache(maxsize=256)
def functions_at(text: str) -> dict[tuple[int, str], list[Any]]:
    """The functions of a file by name and first line, a decorator's if there is one."""
    found: dict[tuple[int, str], list[Any]] = {}
    for node in walk(ast.parse(text)):
        if isinstance(node, INNER):
            decorators = getattr(node, "decorator_list", [])
            line = min([node.lineno, *(decorator.lineno for decorator in decorators)])
            found.setdefault((line, getattr(node, "name", "<lambda>")), []).append(node)
    return found


def compiled_alike(node: Any, wanted: tuple[Any, ...]) -> bool:
    """Whether a lambda compiles to the wanted bytecode; true for other nodes."""
    if not isinstance(node, ast.Lambda):
        return True
    whole = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval")
    inner = next(item for item in whole.co_consts if isinstance(item, CodeType))
    return (inner.co_code, inner.co_varnames) == wanted


def reads_in(node: Any, found: dict[str, int] | None = None) -> dict[str, int]:
    """The number of reads of each name; reads in a loop count twice."""
    found = {} if found is None else found
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        found[node.id] = found.get(node.id, 0) + 1
    loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    inner: dict[str, int] = {}
    for part in ast.iter_child_nodes(node):
        outside = not isinstance(node, loops) or part is getattr(node, "iter", None)
        reads_in(part, found if outside else inner)
    own = target_names(node) if inner else set()
    for name, count in inner.items():  # count twice, except for the loop's own variables
        found[name] = found.get(name, 0) + (count if name in own else 2 * count)
    return found


def free_names(node: Any, skipped: Any = None, hidden: frozenset[str] = frozenset()) -> set[str]:
    """The names that a node reads outside the part `skipped`, except `hidden` ones.

    Loops, functions and comprehensions hide their own variables from the names in them.
    """
    if node is skipped:
        return set()
    if isinstance(node, ast.Name):
        return {node.id} - hidden if isinstance(node.ctx, ast.Load) else set()
    if isinstance(node, INNER):
        hidden |= {argument.arg for argument in node.args.args}
    for part in [node] if isinstance(node, ast.For) else getattr(node, "generators", []):
        hidden |= target_names(part.target)
    inner = (free_names(part, skipped, hidden) for part in ast.iter_child_nodes(node))
    return set[str]().union(*inner)


# Facts about a function's own code ---------------------------------------------------------------


def own_nodes(node: Any) -> list[Any]:
    """The nodes of a function, without those of nested functions."""
    found = list(node.body) if isinstance(node.body, list) else [node.body]
    for item in found:
        if not isinstance(item, INNER):
            found += ast.iter_child_nodes(item)
    return found


@functools.lru_cache(maxsize=1024)
def target_names(node: Any) -> frozenset[str]:
    """The names that a target or statement assigns."""
    names = (x for x in walk(node) if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load))
    return frozenset(name.id for name in names)


def own_names(node: Any, nodes: list[Any]) -> set[str]:
    """The variables of a function, including its parameters."""
    arguments = node.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parameters += [extra for extra in (arguments.vararg, arguments.kwarg) if extra]
    targets = (item.target for item in nodes if isinstance(item, ast.comprehension))
    inner = {id(x) for target in targets for x in walk(target)}
    bound = (name for item in nodes if id(item) not in inner for name in names_bound_by(item))
    return {argument.arg for argument in parameters} | {*bound}


def names_bound_by(node: Any) -> list[str]:
    """The variables that a node itself assigns or deletes."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, (ast.FunctionDef, ast.MatchAs, ast.MatchStar, ast.ExceptHandler)):
        return [node.name] if node.name else []
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name for alias in node.names]
    return []
