"""Plain Python functions that also run compiled. LLVM is used only here."""

from zermelo.native.arrays import Place, array_at, prefetch
from zermelo.native.kernel import (
    IN_BROWSER,
    Asked,
    Callback,
    Kernel,
    ask,
    compile_quickly,
    empty_table,
    kernel,
    load,
    may_go_on,
    runs_native,
    switched_off,
)

__all__ = [
    "IN_BROWSER",
    "Asked",
    "Callback",
    "Kernel",
    "Place",
    "array_at",
    "ask",
    "compile_quickly",
    "empty_table",
    "kernel",
    "load",
    "may_go_on",
    "prefetch",
    "runs_native",
    "switched_off",
]
