"""One source, two speeds: plain functions that also run compiled. Only here is LLVM touched."""

from zermelo.native.arrays import Place, array_at, prefetch
from zermelo.native.callbacks import Asked, Callback, ask
from zermelo.native.host import may_go_on
from zermelo.native.kernel import IN_BROWSER, Kernel, kernel, load, runs_native, switched_off
from zermelo.native.table import empty_table

__all__ = [
    "IN_BROWSER",
    "Asked",
    "Callback",
    "Kernel",
    "Place",
    "array_at",
    "ask",
    "empty_table",
    "kernel",
    "load",
    "may_go_on",
    "prefetch",
    "runs_native",
    "switched_off",
]
