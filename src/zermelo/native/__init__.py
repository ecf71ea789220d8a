"""One source, two speeds: plain functions that also run compiled. All contact with numba is here."""

from zermelo.native.kernel import Kernel, kernel

__all__ = ["Kernel", "kernel"]
