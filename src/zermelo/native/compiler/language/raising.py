"""Errors: raise, try, and what a handler is for."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from zermelo.native.compiler.faults import EXCEPTIONS
from zermelo.native.compiler.kinds import Static, Tuple, Unsupported, static
from zermelo.native.compiler.language.refining import joined_statics
from zermelo.native.compiler.part import Part


class Raising(Part):
    """Raising and catching."""

    def write_Raise(self, node: Any) -> None:
        if node.exc is None:
            raise Unsupported("a bare raise: name the exception")
        called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        owner = self.evaluate(called)
        value = owner.kind.value if isinstance(owner.kind, Static) else None
        if not (inspect.isclass(value) and issubclass(value, BaseException)):
            raise Unsupported("raise of what is no class of exceptions")
        self.code.fail(self.error_number(value))

    def write_Try(self, node: Any) -> None:
        if node.finalbody:
            raise Unsupported("finally: write the statements after the try")
        code = self.code
        caught, other, end = code.label("caught"), code.label("noerror"), code.label("tried")
        self.forget_changes(node)
        refined, frame, statics = dict(self.refined), self.frame, self.frame.statics
        code.handlers.append(caught)
        frame.statics = dict(statics)
        self.block(node.body)
        ends = [frame.statics]
        code.handlers.pop()
        code.jump(other)
        code.begin_only(caught)
        if not code.dead:
            number = code.operation("load i64, ptr %ctx")
            for handler in node.handlers:
                again = code.label("handler")
                code.go_on_if(self.is_caught(number, handler), again)
                self.refined, frame.statics = dict(refined), joined_statics([statics, ends[0]])
                if handler.name:
                    frame.statics[handler.name] = static(Exception)
                code.write("store i64 0, ptr %ctx")
                self.block(handler.body)
                if not code.dead:
                    ends.append(frame.statics)
                code.jump(end)
                code.begin_only(again)
            if not code.dead:
                code.to_handler()
        self.refined, frame.statics = refined, dict(ends[0])
        code.begin_only(other)
        self.block(node.orelse)
        frame.statics = joined_statics([frame.statics, *ends[1:]])
        code.jump(end)
        code.begin(end)

    def is_caught(self, number: str, handler: Any) -> str:
        """The flag of whether an error is one that a handler is for."""
        owners: Any = Exception
        if handler.type is not None:
            value = self.evaluate(handler.type)
            if isinstance(value.kind, Tuple):
                owners = tuple(item.kind.value for item in value.code)
            else:
                owners = value.kind.value
        flag = "false"
        for error, owner in [*EXCEPTIONS.items(), *self.raised.items()]:
            if issubclass(owner, owners):
                flag = self.either(flag, self.code.operation(f"icmp eq i64 {number}, {error}"))
        return flag
