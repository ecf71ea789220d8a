"""Values that may be None: where a rule has asked, their types are without None.

Behind `if x is None: continue`, and inside of `if x is not None:`, x is marked as being there; in
expressions it is whatever was asked for, `tops[0]` for example.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from types import FunctionType
from typing import Any, Final

from zermelo.native.proof.maybenone import returns_none
from zermelo.native.rewriting.changing import names_in
from zermelo.native.rewriting.filled import callee_of
from zermelo.native.rewriting.statements import placed

_LEAVING: Final = (ast.Continue, ast.Break, ast.Return, ast.Raise)
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def narrow(function: Any, outside: FunctionType) -> None:
    """Mark, in the code of a function, what is not None where it is used.

    outside  the function itself
    """
    given = function.args
    optional = given.args[len(given.args) - len(given.defaults) :] + given.kwonlyargs
    names = {part.arg for part in optional}
    _Truth(_set_to_none(function) - names).visit(function)
    if any(_gives_none(part, outside) for part in ast.walk(function)):
        _Comparing().visit(function)
    _Narrowing(names).visit(function)


def _set_to_none(function: Any) -> set[str]:
    """The variables that are set to None."""
    parts = [part for part in ast.walk(function) if isinstance(part, ast.Assign)]
    targets = [target for part in parts if _is_none(part.value) for target in part.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _gives_none(node: Any, outside: FunctionType) -> bool:
    """Whether it is None, or a call that may return it."""
    called = callee_of(node, outside) if isinstance(node, ast.Call) else None
    return _is_none(node) or (called is not None and returns_none(called))


class _Comparing(ast.NodeTransformer):
    """Has `==` and `!=` know that items may be None, which numba takes for ints."""

    def visit_Compare(self, node: Any) -> Any:
        """One comparison, or several of what can be evaluated twice."""
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        known = all(isinstance(how, (ast.Eq, ast.NotEq)) for how in node.ops)
        items = any(isinstance(side, (ast.Name, ast.Subscript)) for side in sides)
        twice = any(isinstance(part, ast.Call) for it in sides[1:-1] for part in ast.walk(it))
        if not (known and items) or twice:
            return node
        parts = [
            self._compared(how, copy.deepcopy(one), copy.deepcopy(other))
            for how, one, other in zip(node.ops, sides, sides[1:], strict=False)
        ]
        return placed(ast.BoolOp(ast.And(), parts) if len(parts) > 1 else parts[0], node)

    def _compared(self, how: Any, one: Any, other: Any) -> Any:
        name = "__same__" if isinstance(how, ast.Eq) else "__differs__"
        return ast.Call(ast.Name(name, ast.Load()), [one, other], [])


class _Truth(ast.NodeTransformer):
    """Writes `if x is not None and x` for `if x`, of variables that may be None."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_If(self, node: Any) -> Any:
        """The test of a statement."""
        self.generic_visit(node)
        node.test = self._asked(node.test)
        return node

    def visit_While(self, node: Any) -> Any:
        """The same."""
        return self.visit_If(node)

    def visit_IfExp(self, node: Any) -> Any:
        """That of an expression."""
        return self.visit_If(node)

    def _asked(self, test: Any) -> Any:
        if isinstance(test, ast.BoolOp):
            test.values = [self._asked(part) for part in test.values]
        if getattr(test, "id", "") not in self.names:
            return test
        there = ast.Compare(copy.deepcopy(test), [ast.IsNot()], [ast.Constant(None)])
        return placed(ast.BoolOp(ast.And(), [there, test]), test)


class _Narrowing(ast.NodeTransformer):
    """Marks; `optional` are parameters with a default, of which numba leaves out whole branches."""

    def __init__(self, optional: set[str]) -> None:
        self.optional = optional

    def generic_visit(self, node: Any) -> Any:
        """Statements with what is known behind them."""
        super().generic_visit(node)
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                setattr(node, field, [made for part in body for made in self._with_known(part)])
        return node

    def visit_If(self, node: Any) -> Any:
        """Both branches know the answer."""
        self.generic_visit(node)
        node.body = [*self._marks(node, _there(node.test, True)), *node.body]
        if node.orelse:
            node.orelse = [*self._marks(node, _there(node.test, False)), *node.orelse]
        return node

    def visit_While(self, node: Any) -> Any:
        """So does what is inside."""
        self.generic_visit(node)
        node.body = [*self._marks(node, _there(node.test, True)), *node.body]
        return node

    def visit_IfExp(self, node: Any) -> Any:
        """The same of an expression."""
        self.generic_visit(node)
        node.body = _Marking(_there(node.test, True)).visit(node.body)
        node.orelse = _Marking(_there(node.test, False)).visit(node.orelse)
        return node

    def visit_BoolOp(self, node: Any) -> Any:
        """`x is not None and …`, `x is None or …`: what follows knows."""
        self.generic_visit(node)
        known = list[Any]()
        for index, part in enumerate(node.values):
            node.values[index] = _Marking(known).visit(part)
            known = [*known, *_there(part, isinstance(node.op, ast.And))]
        return node

    def visit(self, node: Any) -> Any:
        """Conditions of a comprehension are known in what follows them."""
        visited = super().visit(node)
        if isinstance(node, _COMPREHENSIONS):
            known = list[Any]()
            for loop in node.generators:
                loop.iter = _Marking(known).visit(loop.iter)
                for index, test in enumerate(loop.ifs):
                    loop.ifs[index] = _Marking(known).visit(test)
                    known = [*known, *_there(test, True)]
            for field in ("elt", "key", "value"):
                if hasattr(node, field):
                    setattr(node, field, _Marking(known).visit(getattr(node, field)))
        return visited

    def _with_known(self, statement: Any) -> Iterator[Any]:
        yield statement
        if isinstance(statement, ast.Assert):
            yield from self._marks(statement, _there(statement.test, True))
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], _LEAVING):
            parts = [part for other in statement.orelse for part in ast.walk(other)]
            names = [part for part in parts if isinstance(part, ast.Name)]
            set_there = {part.id for part in names if isinstance(part.ctx, ast.Store)}
            there = _there(statement.test, False)
            yield from self._marks(
                statement, [part for part in there if names_in(part).isdisjoint(set_there)]
            )

    def _marks(self, node: Any, there: list[Any]) -> Iterator[Any]:
        """Statements that mark variables."""
        for name in dict.fromkeys(part.id for part in there if isinstance(part, ast.Name)):
            if name not in self.optional:
                marked = _marked(ast.Name(name, ast.Load()))
                yield placed(ast.Assign([ast.Name(name, ast.Store())], marked), node)


class _Marking(ast.NodeTransformer):
    """Marks, in an expression, the expressions that are known to be there."""

    def __init__(self, there: list[Any]) -> None:
        self.there = {ast.dump(part) for part in there}

    def visit(self, node: Any) -> Any:
        """An expression, marked if it is known."""
        if isinstance(node, (ast.Name, ast.Subscript)) and ast.dump(node) in self.there:
            return placed(_marked(node), node)
        return super().visit(node)


def _marked(value: Any) -> Any:
    return ast.Call(ast.Name("__surely__", ast.Load()), [value], [])


def _is_none(node: Any) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _there(test: Any, answer: bool) -> list[Any]:
    """The expressions that are not None if a test has this answer."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _there(test.operand, not answer)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is answer:
        return [one for part in test.values for one in _there(part, answer)]
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return []
    (how,), (other,) = test.ops, test.comparators
    is_asked = isinstance(how, ast.IsNot if answer else ast.Is)
    if not (is_asked and _is_none(other)):
        return []
    asked = test.left
    if isinstance(asked, ast.NamedExpr):
        asked = ast.Name(asked.target.id, ast.Load())
    return [copy.deepcopy(asked)] if isinstance(asked, (ast.Name, ast.Subscript)) else []
