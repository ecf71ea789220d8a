"""One source, two speeds: plain functions that also run compiled. Only here is numba touched."""

from zermelo.native.kernel import Kernel, kernel, runs_native, switched_off
from zermelo.native.table import empty_table
from zermelo.native.words import prefetch, words

__all__ = [
    "Kernel",
    "empty_table",
    "kernel",
    "prefetch",
    "runs_native",
    "switched_off",
    "words",
]
