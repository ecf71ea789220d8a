"""`match` statements as chains of `if`, which numba reads: it knows no patterns of sequences."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.native.rewriting.statements import placed
from zermelo.native.rewriting.templates import filled


class Unmatched(ast.NodeTransformer):
    """Rewrites `match` statements; `outside` are the names outside the function."""

    def __init__(self, outside: dict[str, Any]) -> None:
        self.outside = outside

    def visit_Match(self, node: Any) -> Any:
        """Each case is an `if` with what it asks, and sets its variables first."""
        self.generic_visit(node)
        if not all(self._is_known(case.pattern) for case in node.cases):
            return node
        name = f"__matched{node.lineno}_"
        asked = node.subject.elts if isinstance(node.subject, ast.Tuple) else [node.subject]
        parts: list[Any] = [ast.Name(f"{name}{place}", ast.Load()) for place in range(len(asked))]
        subject: Any = parts[0] if asked[0] is node.subject else ast.Tuple(parts, ast.Load())
        chain: list[Any] = []
        for case in reversed(node.cases):
            captured: dict[str, Any] = {}
            tests = self.asked(case.pattern, subject, captured)
            tests += [filled(case.guard, captured)] if case.guard else []
            test = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else (*tests, None)[0]
            body: list[Any] = [
                ast.Assign([ast.Name(key, ast.Store())], it) for key, it in captured.items()
            ]
            body += case.body
            chain = [ast.If(test, body, chain)] if test else body
        begun = [
            ast.Assign([ast.Name(part.id, ast.Store())], value)
            for part, value in zip(parts, asked, strict=True)
        ]
        return [placed(statement, node) for statement in (*begun, *chain)]

    def asked(self, pattern: Any, subject: Any, captured: dict[str, Any]) -> list[Any]:
        """The tests of `subject` that the pattern makes; its variables go into `captured`."""
        if isinstance(pattern, ast.MatchValue):
            return [ast.Compare(subject, [ast.Eq()], [pattern.value])]
        if isinstance(pattern, ast.MatchSingleton):
            return [ast.Compare(subject, [ast.Is()], [ast.Constant(pattern.value)])]
        if isinstance(pattern, ast.MatchAs):
            tests = self.asked(pattern.pattern, subject, captured) if pattern.pattern else []
            captured |= {pattern.name: subject} if pattern.name else {}
            return tests
        if isinstance(pattern, ast.MatchOr):
            ways = [_all(self.asked(one, subject, captured)) for one in pattern.patterns]
            return [ast.BoolOp(ast.Or(), ways)]
        if isinstance(pattern, ast.MatchSequence):
            return self._items(pattern.patterns, subject, captured)
        if isinstance(pattern, ast.MatchClass):
            owner = self.outside.get(getattr(pattern.cls, "id", ""))
            names = [*getattr(owner, "__match_args__", ())[: len(pattern.patterns)]]
            fields = zip(
                [*names, *pattern.kwd_attrs],
                [*pattern.patterns, *pattern.kwd_patterns],
                strict=True,
            )
            return [
                test
                for name, one in fields
                for test in self.asked(one, ast.Attribute(subject, name, ast.Load()), captured)
            ]
        raise TypeError(pattern)  # `_is_known` says that there is none

    def _is_known(self, pattern: Any) -> bool:
        """Whether there is nothing of dicts in it, and of classes only those with named fields."""
        parts = list(ast.walk(pattern))
        owners = [part.cls for part in parts if isinstance(part, ast.MatchClass)]
        ways = [each for part in parts if isinstance(part, ast.MatchOr) for each in part.patterns]
        named = [part for way in ways for part in ast.walk(way) if getattr(part, "name", None)]
        known = [hasattr(self.outside.get(getattr(it, "id", "")), "_fields") for it in owners]
        return not named and all(known) and not any(isinstance(x, ast.MatchMapping) for x in parts)

    def _items(self, patterns: list[Any], subject: Any, captured: dict[str, Any]) -> list[Any]:
        """The same for the items of a sequence."""
        tests: list[Any] = []
        star = next((i for i, one in enumerate(patterns) if isinstance(one, ast.MatchStar)), None)
        if not isinstance(subject, ast.Tuple):
            count = ast.Call(ast.Name("len", ast.Load()), [subject], [])
            how = ast.Eq() if star is None else ast.GtE()
            least = len(patterns) - (star is not None)
            tests.append(ast.Compare(count, [how], [ast.Constant(least)]))
        for index, one in enumerate(patterns):
            place = index if star is None or index < star else index - len(patterns)
            if index != star:
                tests += self.asked(one, _item(subject, place), captured)
            elif one.name:
                last = ast.Constant(place + 1) if place + 1 else None
                rest = ast.Subscript(subject, ast.Slice(ast.Constant(index), last), ast.Load())
                captured[one.name] = ast.Call(ast.Name("list", ast.Load()), [rest], [])
        return tests


def _item(subject: Any, place: int) -> Any:
    if isinstance(subject, ast.Tuple):
        return subject.elts[place]
    return ast.Subscript(subject, ast.Constant(place), ast.Load())


def _all(tests: list[Any]) -> Any:
    return ast.BoolOp(ast.And(), [ast.Constant(True), *tests])
