"""The loops that stand for built-in functions of generator expressions, as text with gaps.

ITEM is what the expression makes, KEY its key, in which it is NAMED, VALUE what a dict has at it;
DEFAULT, START and BACKWARD are what Python calls `default`, `start` and `reverse`. VALUE of ONE
and OTHER is what `reduce` makes of two items.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

LIFTED: Final = "__lifted"  # how the names of the functions begin that are made

Filler = Callable[[str, list[Any], Mapping[str, Any]], Any]


class Template(NamedTuple):
    """The code before the loop, in it, and behind it."""

    before: str
    inside: str
    behind: str

    def __call__(self, name: str, generators: list[Any], given: Mapping[str, Any]) -> Any:
        """The function of this name, without its parameters."""
        made: Any = ast.parse(f"def {name}(): pass").body[0]
        before, inside, behind = (_statements(part, given) for part in self)
        made.body = [*before, *(looping(generators, inside) if generators else inside), *behind]
        return made


def _extreme(sign: str) -> Filler:
    """`min` or `max`: the first of the items that no other beats."""
    plain = Template(
        "__first = True",
        "__item = ITEM\n"
        "if __first:\n    __best, __first = __item, False\n"
        f"elif __item {sign} __best:\n    __best = __item",
        "if __first:\n    raise ValueError('there is none')\nreturn __best",
    )
    keyed = plain._replace(
        inside="__item = ITEM\nNAMED = __item\n__key = KEY\n"
        "if __first:\n    __best, __least, __first = __item, __key, False\n"
        f"elif __key {sign} __least:\n    __best, __least = __item, __key"
    )

    def fill(name: str, generators: list[Any], given: Mapping[str, Any]) -> Any:
        template = keyed if "KEY" in given else plain
        if "DEFAULT" in given:
            template = template._replace(behind="if __first:\n    return DEFAULT\nreturn __best")
        return template(name, generators, given)

    return fill


def _next(name: str, generators: list[Any], given: Mapping[str, Any]) -> Any:
    behind = "return DEFAULT" if "DEFAULT" in given else "raise ValueError('there is none')"
    return Template("", "return ITEM", behind)(name, generators, given)


def _sum(name: str, generators: list[Any], given: Mapping[str, Any]) -> Any:
    given = {"START": ast.Constant(0), **given}
    template = Template("__sum = START", "__sum = __sum + ITEM", "return __sum")
    return template(name, generators, given)


LOOPS: Final[dict[str, Any]] = {
    "any": Template("", "if ITEM:\n    return True", "return False"),
    "all": Template("", "if not ITEM:\n    return False", "return True"),
    "sum": _sum,
    "min": _extreme("<"),
    "max": _extreme(">"),
    "next": _next,
    "reduce": Template("__best = START", "ONE = __best\n__best = VALUE", "return __best"),
    "reduce_all": Template(
        "__first = True",
        "if __first:\n    __best, __first = OTHER, False\n"
        "else:\n    ONE = __best\n    __best = VALUE",
        "if __first:\n    raise TypeError('there is none')\nreturn __best",
    ),
    "kept": Template("__found = []", "__found.append(ITEM)", "return __found"),
    "yielded": Template("", "yield ITEM", ""),
    "set": Template("__found = set()", "__found.add(ITEM)", "return __found"),
    "dict": Template("__found = {}", "__key = ITEM\n__found[__key] = VALUE", "return __found"),
    "counter": Template(
        "__found = {}",
        "__item = ITEM\nif len(__found) < 0:\n    __found[__item] = 0\n"
        "__found[__item] = __found.get(__item, 0) + 1",
        "return __found",
    ),
    "takewhile": Template(
        "__found = []",
        "__item = ITEM\nNAMED = __item\nif not KEY:\n    break\n__found.append(__item)",
        "return __found",
    ),
    "dropwhile": Template(
        "__found = []\n__dropping = True",
        "__item = ITEM\nNAMED = __item\nif __dropping and KEY:\n    continue\n"
        "__dropping = False\n__found.append(__item)",
        "return __found",
    ),
    "islice": Template(
        "__found = []\n__stop = STOP",
        "if len(__found) >= __stop:\n    break\n__found.append(ITEM)\n"
        "if len(__found) >= __stop:\n    break",
        "return __found",
    ),
    "accumulate": Template(
        "__best = START\n__found = [__best]",
        "ONE = __best\n__best = VALUE\n__found.append(__best)",
        "return __found",
    ),
    "accumulate_all": Template(
        "__first = True\n__found = []",
        "if __first:\n    __best, __first = OTHER, False\n"
        "else:\n    ONE = __best\n    __best = VALUE\n__found.append(__best)",
        "return __found",
    ),
    "chosen": Template("__found = __list__(ITEM)", "", "return VALUE"),
    "grouped": Template(
        "__found = __list__(ITEM)",
        "__keys = [KEY for NAMED in __found]",
        "return __grouped__(__found, __keys)",
    ),
    "sorted": Template(
        "__found = __list__(ITEM)",
        "__keys = [KEY for NAMED in __found]",
        "return __by_keys__(__found, __keys, BACKWARD)",
    ),
}


def looping(generators: list[Any], inside: list[Any]) -> list[Any]:
    """The loops of a comprehension around statements; one in them over `(item,)` needs no loop."""
    for part in reversed(generators):
        for condition in reversed(part.ifs):
            inside = [ast.If(condition, inside, [])]
        items = part.iter.elts if isinstance(part.iter, ast.Tuple) else []
        is_one = len(items) == 1 and not isinstance(items[0], ast.Starred)
        if is_one and len(generators) > 1:
            inside = [ast.Assign([part.target], items[0]), *inside]
        else:
            inside = [ast.For(part.target, part.iter, inside, [])]
    return inside


def _statements(text: str, given: Mapping[str, Any]) -> list[Any]:
    body = ast.parse(text).body
    for part in [node for statement in body for node in ast.walk(statement)]:
        for name in part._attributes:  # each has the place of what it stands for
            delattr(part, name)
    return [filled(statement, given) for statement in body]


def filled(node: Any, given: Mapping[str, Any]) -> Any:
    """Code with expressions in the place of names."""
    return _Filling(given).visit(copy.deepcopy(node))


class _Filling(ast.NodeTransformer):
    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def visit_Name(self, node: Any) -> Any:
        """The expression for a name."""
        return copy.deepcopy(self.given[node.id]) if node.id in self.given else node
