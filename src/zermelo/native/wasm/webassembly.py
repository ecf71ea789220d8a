"""Kernels as WebAssembly: the compiler's code for the machine that every browser is.

LLVM makes an object of it, and `sidemodule` makes that a module that Emscripten's loader takes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.native.compiler.kinddata import as_data
from zermelo.native.compiler.kinds import Unsupported
from zermelo.native.compiler.language.converting import GO_ON
from zermelo.native.disk.cache import object_for
from zermelo.native.disk.fingerprint import fingerprint, identity
from zermelo.native.machine import browsers, object_code, processor
from zermelo.native.running import bits_of_ints, compile_kernel, facts_about, layout_for
from zermelo.native.values import kind_of
from zermelo.native.wasm.sidemodule import side_module

ENTRY: Final = "entry"  # the kernel: its context, its arguments, its results
LISTEN: Final = "listen"  # takes the function that is asked at the node limit, see `may_go_on`

# The question at the node limit goes to the host's function, if there is one.
HOST: Final = f"""
@host = internal global ptr null
define void @{LISTEN}(ptr %host) {{
  store ptr %host, ptr @host
  ret void
}}
define internal i64 {GO_ON}() {{
  %host = load ptr, ptr @host
  %none = icmp eq ptr %host, null
  br i1 %none, label %alone, label %asked
alone:
  ret i64 0
asked:
  %answer = call i64 %host()
  ret i64 %answer
}}
"""


class Module(NamedTuple):
    """A kernel as WebAssembly.

    code   the module
    facts  what its caller has to know, as JSON has it; `state` is the contract of the states
    """

    code: bytes
    facts: dict[str, Any]


def module_of(function: Any, game: Any, *arguments: Any) -> Module:
    """The kernel for a game and arguments like these; raises `Unsupported` where there is none."""
    layout = layout_for(game)
    kinds = [kind_of(value, game, layout) for value in (game, *arguments)]

    def make() -> tuple[dict[str, Any], bytes]:
        compiler = compile_kernel(function, game, layout, kinds, asks_host=True)
        try:
            facts = facts_about(compiler).as_data() | {"state": as_data(layout)}
        except ValueError:
            raise Unsupported("states or errors of classes that functions define") from None
        facts["module"] = type(game.start()).__module__
        code = object_code(compiler.text + HOST, browsers())
        return facts, side_module(code, (ENTRY, LISTEN))

    made_of = fingerprint(function), identity(game), layout, bits_of_ints(game), processor()
    facts, code = object_for("wasm", repr(made_of), make)
    return Module(code, facts)
