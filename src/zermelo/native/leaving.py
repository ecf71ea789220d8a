"""The end of a process in which a thread still compiles.

Python leaves its daemon threads where they are, but cannot stop what they run outside of it: LLVM
would go on while the data it works on is torn down, and crash. So a process that ends lets LLVM
finish the step it is in, a second at most, and then keeps LLVM's lock.
"""

from __future__ import annotations

import atexit

from llvmlite.binding.ffi import lib

atexit.register(lib._lock.__enter__)
