"""The match statement."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.native.compiler.kinds import Static, Tuple, Unsupported, Value, known_int, lift, static
from zermelo.native.compiler.language.refining import joined_statics
from zermelo.native.compiler.part import Part


class Patterns(Part):
    """Patterns."""

    def write_Match(self, node: Any) -> None:
        code = self.code
        subject = self.keep(self.stored(self.evaluate(node.subject)))
        self.forget_changes(node)
        frame, statics, ends = self.frame, self.frame.statics, []
        end, refined = code.label("matched"), dict(self.refined)
        for case in node.cases:
            other = code.label("case")
            self.match_pattern(case.pattern, subject(), other)
            if case.guard is not None and not code.dead:
                code.go_on_if(self.truth(self.evaluate(case.guard)), other)
            if not code.dead:
                self.block(case.body)
            if not code.dead:
                ends.append(frame.statics)
            self.refined, frame.statics = dict(refined), dict(statics)
            code.jump(end)
            code.begin_only(other)
            if code.dead:
                break
        if not code.dead:
            ends.append(frame.statics)
        frame.statics = joined_statics(ends) if ends else statics
        code.begin(end)

    def match_pattern(self, node: Any, value: Value, other: str) -> None:
        """Go on where a value matches, else to another block."""
        if self.code.dead:
            return
        if isinstance(node, ast.MatchValue):
            self.code.go_on_if(self.compare("==", value, self.evaluate(node.value)).code, other)
        elif isinstance(node, ast.MatchSingleton):
            self.code.go_on_if(self.compare("is", value, lift(node.value)).code, other)
        elif isinstance(node, ast.MatchAs):
            if node.pattern is not None:
                self.match_pattern(node.pattern, value, other)
            if node.name and not self.code.dead:
                self.bind_name(node.name, value, self.frame)
        elif isinstance(node, ast.MatchSequence):
            self.match_sequence(node, value, other)
        elif isinstance(node, ast.MatchOr):
            self.match_any(node, value, other)
        elif isinstance(node, ast.MatchClass):
            self.match_class(node, value, other)
        else:
            raise Unsupported("a pattern for a mapping: write if")

    def match_any(self, node: Any, value: Value, other: str) -> None:
        done = self.code.label("any")
        for pattern in node.patterns:
            again = self.code.label("or")
            self.match_pattern(pattern, value, again)
            self.code.jump(done)
            self.code.begin_only(again)
        self.code.jump(other)
        self.code.begin(done)

    def match_sequence(self, node: Any, value: Value, other: str) -> None:
        if isinstance(value.kind, Static) and isinstance(value.kind.value, (str, type(None))):
            self.code.jump(other)
            return
        value = self.as_items(self.present(value))
        count = len(node.patterns)
        star = next(
            (i for i, part in enumerate(node.patterns) if isinstance(part, ast.MatchStar)), None
        )
        length = known_int(len(value.code)) if isinstance(value.kind, Tuple) else self.length(value)
        least = known_int(count - (star is not None))
        self.code.go_on_if(self.order("eq" if star is None else "ge", length, least), other)
        if self.code.dead:
            return
        split = self.parts_of_tuple if isinstance(value.kind, Tuple) else self.parts_of_container
        for pattern, part in zip(node.patterns, split(value, count, star), strict=True):
            if isinstance(pattern, ast.MatchStar):
                if pattern.name:
                    self.bind_name(pattern.name, part, self.frame)
            else:
                self.match_pattern(pattern, part, other)

    def match_class(self, node: Any, value: Value, other: str) -> None:
        owner = self.evaluate(node.cls)
        flag = self.call(static(isinstance), [value, owner], {}, node)
        self.code.go_on_if(flag.code, other)
        if self.code.dead:
            return
        names = [*getattr(owner.kind.value, "__match_args__", ())][: len(node.patterns)]
        pairs = zip([*names, *node.kwd_attrs], [*node.patterns, *node.kwd_patterns], strict=False)
        if node.patterns and not names:  # int(x) and its kin
            return self.match_pattern(node.patterns[0], value, other)
        for name, pattern in pairs:
            self.match_pattern(pattern, self.attribute(value, name, node), other)
