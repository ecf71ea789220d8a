"""Variables: which may have no value when they are read, and of which masks take a few bits."""

from __future__ import annotations

import ast
from typing import Any, Final

BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")
CHOICES: Final = ("handlers", "cases")  # of these blocks, each part is one of its own
COMPOUND: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)
ASSIGNING: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SIMPLE: Final = (ast.Constant, ast.Attribute, ast.Name)  # the more certainly a mask, the earlier
LOW: Final[dict[type, str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor",
}  # fmt: skip

Block = tuple[int, ...]  # the blocks around a place, the outermost first


def walk(node: Any) -> list[Any]:
    """A node and all in it, as `ast.walk` has them, several times as fast."""
    found = [node]
    for item in found:
        for value in vars(item).values():
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


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
        for captured in walk(part):
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
            own |= {x.id for x in walk(part.target) if isinstance(x, ast.Name)}
            self.stored |= {name: [()] for name in own}
            for test in part.ifs:
                self.look(test, block)
        for part in (item.key, item.value) if isinstance(item, ast.DictComp) else (item.elt,):
            self.look(part, block)
        for name in own:
            self.stored.pop(name, None)
            if name in before:
                self.stored[name] = before[name]


# Variables of which only the lowest bits are read ------------------------------------------------


def mask_and_other(node: Any) -> tuple[Any, Any] | None:
    """The simpler side of `a & b`, a mask perhaps, and the other; None if neither is simple."""
    sides = (node.right, node.left), (node.left, node.right)
    simple = (pair for kind in SIMPLE for pair in sides if isinstance(pair[0], kind))
    return next(simple, None)


def may_outgrow(node: Any) -> bool:
    """Whether an expression may be larger than the variables in it: shifted up, and not masked."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) or may_outgrow(node.operand)
    if isinstance(node, ast.IfExp):
        return may_outgrow(node.body) or may_outgrow(node.orelse)
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, (ast.LShift, ast.Mult)):
        return True
    sides = may_outgrow(node.left), may_outgrow(node.right)
    return all(sides) if isinstance(node.op, ast.BitAnd) else type(node.op) in LOW and any(sides)


class LowReads(ast.NodeVisitor):
    """The reads of a function's variables: which of them take only the lowest bits, and where.

    reads  for each variable where it is read: below an `&` that may mask it, in what another
           variable is given, by name, or None: whole
    low    while it looks at an operand of which only the lowest bits count: the `&` or the name
    """

    def __init__(self, function: Any) -> None:
        self.reads: dict[str, list[Any]] = {}
        self.outgrowing: set[str] = set()
        self.low: Any = None
        for statement in function.body if isinstance(function.body, list) else []:
            self.visit(statement)

    def masks(self) -> dict[str, list[Any]]:
        """Of each variable of which only the lowest bits are read, and which may be larger, the
        `&`s that read it."""
        found = {name: self.masks_of(name, {name}) for name in self.outgrowing & {*self.reads}}
        return {name: masks for name, masks in found.items() if None not in masks}

    def masks_of(self, name: str, seen: set[str]) -> list[Any]:
        """The `&`s that read a variable, or what is made of it; None among them for other reads."""
        masks = []
        for place in self.reads.get(name, []):
            if not isinstance(place, str):
                masks.append(place)
            elif place not in seen:
                seen.add(place)
                masks += self.masks_of(place, seen)
        return masks

    def look(self, node: Any, low: Any) -> None:
        before, self.low = self.low, low
        self.visit(node)
        self.low = before

    def generic_visit(self, node: Any) -> None:
        for part in ast.iter_child_nodes(node):
            self.look(part, None)

    def visit_Name(self, node: Any) -> None:
        if isinstance(node.ctx, ast.Load):
            self.reads.setdefault(node.id, []).append(self.low)

    def visit_UnaryOp(self, node: Any) -> None:
        self.look(node.operand, self.low if isinstance(node.op, (ast.USub, ast.Invert)) else None)

    def visit_IfExp(self, node: Any) -> None:
        for part, low in ((node.test, None), (node.body, self.low), (node.orelse, self.low)):
            self.look(part, low)

    def visit_BinOp(self, node: Any) -> None:
        if isinstance(node.op, ast.BitAnd) and self.low is None and (sides := mask_and_other(node)):
            self.look(sides[0], None)
            self.look(sides[1], node)
        else:
            is_low = type(node.op) in LOW
            self.look(node.left, self.low if is_low or isinstance(node.op, ast.LShift) else None)
            self.look(node.right, self.low if is_low else None)

    def visit_Assign(self, node: Any) -> None:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            return self.generic_visit(node)
        self.outgrowing |= {target.id} if may_outgrow(node.value) else set()
        return self.look(node.value, target.id)

    def visit_AugAssign(self, node: Any) -> None:
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        name = node.target.id
        whole = ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value)
        self.outgrowing |= {name} if may_outgrow(whole) else set()
        return self.look(whole, name)
