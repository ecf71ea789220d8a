"""Attributes: fields, members of classes, and what is known while compiling."""

from __future__ import annotations

import enum
import inspect
from types import FunctionType, MethodType, ModuleType
from typing import Any

from zermelo.native.compiler.faults import NONE_USED
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import named_index


class Attributes(Part):
    """Attributes."""

    def value_Attribute(self, node: Any) -> Value:
        passes, owner = node is self.passing_node, self.evaluate(node.value)
        return self.attribute(owner, node.attr, node, passes=passes)

    def attribute(self, value: Value, name: str, node: Any, *, passes: bool = False) -> Value:
        """`value.name`."""
        value = self.present(value, NONE_USED)
        if isinstance(value.kind, Static):
            return self.static_attribute(value, name, node)
        if isinstance(value.kind, Array):
            return self.array_attribute(value, name)
        owner = (
            value.kind.layout.owner
            if isinstance(value.kind, State) and isinstance(value.kind.layout, Tuple)
            else getattr(value.kind, "owner", None)
        )
        if is_record(owner):
            index = named_index(owner, name)
            if index is not None and isinstance(value.kind, State):
                return self.state_item(value, index, passes=passes)
            if index is not None:
                return value.code[index]
            if name == "_fields":
                return static(field_names(owner))
        if isinstance(owner, type) and owner is not range:
            found = self.member_of(value, owner, name, node)
            if found is not None:
                return found
        return static(Bound(name, value))

    def member_of(self, value: Value, owner: type, name: str, node: Any) -> Value | None:
        """The member of this name that the class of a record or of an IntEnum defines."""
        if issubclass(owner, enum.IntEnum) and name == "value":
            return Value(Int(value.kind.low, value.kind.high), value.code)
        member = inspect.getattr_static(owner, name, None)
        if isinstance(member, property):
            return self.call(static(member.fget), [value], {}, node)
        if not isinstance(member, FunctionType) or member.__module__ == owner.__module__:
            if (method := bound_method(member, value, owner)) is not None:
                return method
        if member is not None and not callable(member) and not hasattr(member, "__get__"):
            return lift(member)
        return None

    def static_attribute(self, value: Value, name: str, node: Any) -> Value:
        known = value.kind.value
        if isinstance(known, (str, *TABLES, Iteration, Binary)) and not is_record(type(known)):
            return static(Bound(name, value))
        if isinstance(known, Bound) or known is None:
            raise Unsupported(f"the attribute {name} of {self.describe(value.kind)}")
        if isinstance(known, super):
            found = getattr(known, name)
            if isinstance(found, MethodType):
                return static(Bound(found.__func__, static(found.__self__)))
            return lift(found)
        if isinstance(known, (type, ModuleType)):
            member = inspect.getattr_static(known, name, None)
            if isinstance(member, classmethod):
                return static(Bound(member.__func__, value))
            try:
                return lift(getattr(known, name))
            except AttributeError as error:
                raise Unsupported(str(error)) from None
        member = inspect.getattr_static(known, name, None)
        if (method := bound_method(member, value, type(known))) is not None:
            return method
        wrapped = getattr(member, "__wrapped__", None)
        if isinstance(wrapped, FunctionType):
            return static(Bound(wrapped, value))
        try:
            found = getattr(known, name)
        except AttributeError as error:
            raise Unsupported(str(error)) from None
        if isinstance(found, memoryview) and known is self.game:
            return self.shared_table(name, found)
        return lift(found)

    def array_attribute(self, value: Value, name: str) -> Value:
        if name == "ndim":
            return known_int(value.kind.dimensions)
        if name == "itemsize":
            return known_int(int(value.kind.item[1:]))
        if name == "shape":
            return tuple_of([Value(Int(0, WORD.high), length) for length in value.code[1]])
        return static(Bound(name, value))


def bound_method(member: Any, value: Value, owner: type) -> Value | None:
    """A method of a value or of its class; None for other members."""
    if isinstance(member, FunctionType):
        return static(Bound(member, value))
    if isinstance(member, staticmethod):
        return static(member.__func__)
    if isinstance(member, classmethod):
        return static(Bound(member.__func__, static(owner)))
    return None
