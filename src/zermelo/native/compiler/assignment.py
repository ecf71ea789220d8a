"""Definite assignment: which variables of a function may have no value when they are read."""

from __future__ import annotations

import ast
from typing import Any, Final

BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")
CHOICES: Final = ("handlers", "cases")  # of these blocks, each part is one of its own
COMPOUND: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)
ASSIGNING: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Block = tuple[int, ...]  # the blocks around a place, the outermost first


def unsure_names(node: Any, names: set[str]) -> set[str]:
    """Variables of a function that may have no value when they are read.

    A read is sure after a store that stands before it in a block around it.
    """
    if isinstance(node, ast.Lambda):
        return set()
    reads = _Reads(node.args, names)
    for statement in node.body:
        reads.look(statement, ())
    return reads.unsure & names


class _Reads:
    """A walk through a function in the order of its text.

    stored  for each variable, the blocks in which it was given a value
    """

    def __init__(self, arguments: Any, names: set[str]) -> None:
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg]
        self.names = names
        self.stored: dict[str, list[Block]] = {a.arg: [()] for a in given if a is not None}
        self.unsure: set[str] = set()

    def look(self, item: Any, block: Block) -> None:
        """Look at a node and all in it."""
        if isinstance(item, ast.Name):
            self.look_at_name(item, block)
        elif isinstance(item, ast.FunctionDef):
            self.store(item.name, block)
        elif isinstance(item, COMPOUND):
            self.look_into(item, block)
        elif isinstance(item, ASSIGNING):
            self.look_at_assignment(item, block)
        elif isinstance(item, COMPREHENSIONS):
            self.look_at_comprehension(item, block)
        elif isinstance(item, ast.IfExp):
            self.look(item.test, block)
            self.look(item.body, (*block, id(item), 0))
            self.look(item.orelse, (*block, id(item), 1))
        elif not isinstance(item, ast.Lambda):
            for part in ast.iter_child_nodes(item):
                self.look(part, block)

    def store(self, name: str, block: Block) -> None:
        self.stored.setdefault(name, []).append(block)

    def look_at_name(self, item: ast.Name, block: Block) -> None:
        if not isinstance(item.ctx, ast.Load):
            self.unsure.update({item.id} if isinstance(item.ctx, ast.Del) else ())
            self.store(item.id, block)
        elif item.id in self.names:
            stores = self.stored.get(item.id, ())
            if not any(block[: len(outer)] == outer for outer in stores):
                self.unsure.add(item.id)

    def look_at_assignment(self, item: Any, block: Block) -> None:
        targets = item.targets if isinstance(item, ast.Assign) else [item.target]
        if isinstance(item, ast.AugAssign) and isinstance(item.target, ast.Name):
            self.look(ast.Name(item.target.id, ast.Load()), block)
        for part in [item.value, *targets]:
            if part is not None:
                self.look(part, block)

    def look_into(self, item: Any, block: Block) -> None:
        """A statement with blocks of its own."""
        for name in ("test", "iter", "subject"):
            if (part := getattr(item, name, None)) is not None:
                self.look(part, block)
        for at, name in enumerate(BLOCKS):
            for number, part in enumerate(getattr(item, name, [])):
                inner = (*block, id(item), at)
                if name in CHOICES:
                    self.look_at_choice(part, (*inner, number))
                    continue
                if name == "body" and number == 0 and isinstance(item, ast.For):
                    self.look(item.target, inner)
                self.look(part, inner)

    def look_at_choice(self, part: Any, block: Block) -> None:
        """A handler of errors, or a case of match."""
        if getattr(part, "name", None):
            self.store(part.name, block)
        for captured in ast.walk(part):
            if isinstance(captured, (ast.MatchAs, ast.MatchStar)) and captured.name:
                self.store(captured.name, block)
        guard = getattr(part, "guard", None)
        for statement in [*([guard] if guard is not None else []), *part.body]:
            self.look(statement, block)

    def look_at_comprehension(self, item: Any, block: Block) -> None:
        """A comprehension's own variables are sure in it, and unknown outside."""
        before = {name: list(places) for name, places in self.stored.items()}
        own = set()
        for part in item.generators:
            self.look(part.iter, block)
            own |= {x.id for x in ast.walk(part.target) if isinstance(x, ast.Name)}
            self.stored |= {name: [()] for name in own}
            for test in part.ifs:
                self.look(test, block)
        for part in (item.key, item.value) if isinstance(item, ast.DictComp) else (item.elt,):
            self.look(part, block)
        for name in own:
            self.stored.pop(name, None)
            if name in before:
                self.stored[name] = before[name]
