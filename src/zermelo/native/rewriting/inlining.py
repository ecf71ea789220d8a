"""Loops over what a rule yields become loops of the rule's own.

For `for move in game.moves(state): ...` numba keeps the generator's variables in a structure and
enters its code again at every move. Here, before types are inferred, that code takes the place of
the loop: the loop's body replaces the `yield`, as if both had been written as one. The rule's
variables then stay in registers.

Only generators with one `yield` are inlined, because with more the body would be copied more than
once, and only those with a loop in a loop around it: LLVM inlines a single loop as well as this,
and in recursive searches even better.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numba.core import ir
from numba.core.compiler import run_frontend
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import (
    add_offset_to_labels,
    build_definitions,
    compute_cfg_from_blocks,
    get_definition,
    get_name_var_table,
    guard,
    mk_unique_var,
    rename_labels,
    replace_vars,
)
from numba.core.postproc import PostProcessor

from zermelo.native.proof.rulecode import adopt

FEWEST_LOOPS = 2  # around the `yield`
_POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD


@register_pass(mutates_CFG=True, analysis_only=False)
class InlineRules(FunctionPass):
    """A pass of the compiler; it asks the types of arguments for their `rule(name)`."""

    _name = "inline_rules"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Inline the rules of all loops over rules, also of loops inside inlined rules."""
        changed = False
        while loop := next(_loops(state.func_ir, state.args), None):
            _inline(state.func_ir, loop)
            changed = True
        if changed:
            PostProcessor(state.func_ir).run()
        return changed


# Finding loops -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loop:
    """A `for` loop over what a rule yields, in numba's blocks, which have labels."""

    entry: int  # the label of the block that makes the iterator,
    header: int  # and of the one that asks it for the next item
    hidden: tuple[Any, ...]  # what is only there to make the iterator and to ask it
    item: Any  # what the header gets from it
    arguments: tuple[Any, ...]  # the variables the rule is called with, the game first
    rule: Any  # the generator function, in blocks


def _loops(function: Any, types: Any) -> Iterator[Loop]:
    for entry, block in function.blocks.items():
        for iterator in block.find_exprs("getiter"):
            loop = _loop(function, types, entry, iterator)
            if loop is not None:
                yield loop


def _loop(function: Any, types: Any, entry: int, iterator: Any) -> Loop | None:
    """The loop over `iterator`, made in block `entry`, if a rule makes its items."""
    call: Any = _meaning(function, iterator.value)
    method: Any = _meaning(function, call.func) if _is(call, "call") else None
    end = function.blocks[entry].terminator
    if not _is(method, "getattr") or not isinstance(end, ir.Jump):
        return None
    header = function.blocks[end.target]
    asked = next(header.find_exprs("iternext"), None)
    if asked is None or _meaning(function, asked.value) is not iterator:
        return None
    if not _is_temporary(iterator.value) or not _is_temporary(call.func):
        return None
    game = _meaning(function, method.value)
    kind: Any = types[game.index] if isinstance(game, ir.Arg) else None
    code = _generator(kind.rule(method.attr), call) if hasattr(kind, "rule") else None
    if code is None:
        return None
    adopt(code, kind)
    (item,), (more,) = header.find_exprs("pair_first"), header.find_exprs("pair_second")
    hidden = (method, call, iterator, asked, more)
    return Loop(entry, end.target, hidden, item, (method.value, *call.args), code.blocks)


def _meaning(function: Any, variable: Any) -> Any:
    """The definition of a variable, through copies; None if it has more than one."""
    return guard(get_definition, function, variable)


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, ir.Expr) and value.op == kind


def _is_temporary(variable: Any) -> bool:
    """Whether the variable is numba's, used nowhere else, and not one of the program's."""
    return bool(variable.name.startswith("$"))


def _generator(function: Any, call: Any) -> Any:
    """The code of a generator function to inline, if it can be called so; else None."""
    if not inspect.isgeneratorfunction(function) or call.kws or call.vararg:
        return None
    parameters = inspect.signature(function).parameters.values()
    if [item.kind for item in parameters] != [_POSITIONAL] * (1 + len(call.args)):
        return None
    code = run_frontend(function)
    labels = [label for label, _, _ in _yields(code.blocks)]
    inner = [block for block in code.blocks.values() if any(block.find_exprs("make_function"))]
    if len(labels) != 1 or inner:
        return None
    loops = compute_cfg_from_blocks(code.blocks).in_loops(labels[0])
    return code if len(loops) >= FEWEST_LOOPS else None


def _yields(blocks: Any) -> Iterator[tuple[int, int, Any]]:
    """The labels and places in their blocks of all `yield`s."""
    for label, block in blocks.items():
        for place, statement in enumerate(block.body):
            if isinstance(getattr(statement, "value", None), ir.Yield):
                yield label, place, statement


# Inlining ----------------------------------------------------------------------------------------


def _inline(function: Any, loop: Loop) -> None:
    """Put the rule in the place of `loop`: it yields to the loop's body, and returns behind it."""
    blocks = function.blocks
    entry, header = blocks[loop.entry], blocks.pop(loop.header)
    item, taken, untaken = _split(function, loop, header)
    rule = _placed(loop, entry.scope, max(blocks) + loop.header + 1)
    resumed = max(rule) + 1
    entry.body = [*_without(function, entry.body[:-1], loop.hidden), _jump(min(rule), entry)]
    for block in blocks.values():  # the loop's next round resumes the rule
        _redirect(block.terminator, loop.header, resumed)
    (label, place, statement) = next(_yields(rule))
    rest = ir.Block(entry.scope, statement.loc)
    rest.body = [ir.Assign(ir.Const(None, statement.loc), statement.target, statement.loc)]
    rest.body += rule[label].body[place + 1 :]
    got = ir.Assign(statement.value.value, item, statement.loc)
    rule[label].body[place:] = [got, *taken, _jump(header.terminator.truebr, header)]
    rule[resumed] = rest
    for block in rule.values():
        if isinstance(block.terminator, ir.Return):
            block.body[-1:] = [*untaken, _jump(header.terminator.falsebr, header)]
    blocks |= rule
    for unreached in compute_cfg_from_blocks(blocks).dead_nodes():
        del blocks[unreached]
    function.blocks = rename_labels(blocks)
    function._definitions = build_definitions(function.blocks)


def _split(function: Any, loop: Loop, header: Any) -> tuple[Any, list[Any], list[Any]]:
    """The variable of the item, and what the header does with one, and without one."""
    kept = _without(function, header.body[:-1], loop.hidden)
    item = next(statement.target for statement in kept if statement.value is loop.item)
    taken = [statement for statement in kept if statement.value is not loop.item]
    return item, taken, _without(function, kept, (loop.item,))


def _without(function: Any, statements: list[Any], hidden: tuple[Any, ...]) -> list[Any]:
    """The statements but those that make one of `hidden`, or a copy of it."""
    return [
        statement
        for statement in statements
        if not isinstance(statement, ir.Assign)
        or all(_meaning(function, statement.target) is not made for made in hidden)
    ]


def _placed(loop: Loop, scope: Any, offset: int) -> Any:
    """The rule's blocks, with its parameters given, and names and labels that none else has."""
    blocks = add_offset_to_labels(loop.rule, offset)
    replace_vars(
        blocks,
        {
            name: scope.define(mk_unique_var(name), variable.loc)
            for name, variable in get_name_var_table(blocks).items()
        },
    )
    for block in blocks.values():
        block.scope = scope
        for parameter in block.find_insts(ir.Assign):
            if isinstance(parameter.value, ir.Arg):
                parameter.value = loop.arguments[parameter.value.index]
    return blocks


def _redirect(end: Any, old: int, new: int) -> None:
    """Have a block that went to label `old` go to `new`."""
    for name in ("target", "truebr", "falsebr"):
        if getattr(end, name, None) == old:
            setattr(end, name, new)


def _jump(target: int, block: Any) -> Any:
    return ir.Jump(target, block.loc)
