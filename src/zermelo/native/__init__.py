"""One source, two speeds: plain functions that also run compiled. Only here is numba touched."""

from zermelo.native.arrays import Place, array_at, prefetch
from zermelo.native.callbacks import Asked, Callback, ask
from zermelo.native.kernel import Kernel, kernel, runs_native, switched_off
from zermelo.native.table import empty_table

__all__ = [
    "Asked",
    "Callback",
    "Kernel",
    "Place",
    "array_at",
    "ask",
    "empty_table",
    "kernel",
    "prefetch",
    "runs_native",
    "switched_off",
]
