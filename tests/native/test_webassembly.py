"""What compiling for WebAssembly needs of numba is there; what is not is named."""

from __future__ import annotations

import pytest

from zermelo.errors import CapabilityError
from zermelo.native.wasm import webassembly
from zermelo.native.wasm.sidemodule import side_module
from zermelo.native.wasm.webassembly import HOOKS, Hook, switch

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("hook", HOOKS, ids=str)
def test_numba_has_what_is_replaced(hook):
    assert hook.fits, f"numba has changed {hook}: see HOOKS in native/webassembly.py"


class Changed:
    def moved(self, more):
        """A method that had no parameter when this was written."""


@pytest.mark.parametrize("name", ["moved", "gone"])
def test_a_changed_hook_is_named_and_nothing_is_replaced(name, monkeypatch):
    changed = Hook(Changed, name, ("self",), lambda self: None)
    before = [getattr(hook.owner, hook.name) for hook in HOOKS]
    monkeypatch.setattr(webassembly, "HOOKS", (*HOOKS, changed))
    with pytest.raises(CapabilityError, match=rf"numba \S+ has changed Changed.{name}: see HOOKS"):
        switch()
    assert [getattr(hook.owner, hook.name) for hook in HOOKS] == before


def test_an_object_without_data_becomes_a_module_without():
    """type (func), import env.__linear_memory, one function, its code, the symbol `f`."""
    head = b"\0asm\1\0\0\0"
    types = b"\x01\x04\x01\x60\0\0"
    imports = b"\x02\x18\x01\x03env\x0f__linear_memory\x02\x00\x00"
    functions, code = b"\x03\x02\x01\0", b"\x0a\x04\x01\x02\0\x0b"
    symbols = b"\x02" + b"\x08\x06\x01\x00\x00\x00\x01f"
    linking = b"\x00" + bytes([len(b"\x07linking" + symbols)]) + b"\x07linking" + symbols
    made = side_module(head + types + imports + functions + code + linking, ["f"])
    dylink = b"\x00\x0f\x08dylink.0\x01\x04\x00\x04\x00\x00"
    renamed = b"\x02\x0f\x01\x03env\x06memory\x02\x00\x00"
    exports = b"\x07\x05\x01\x01f\x00\x00"
    assert made == head + dylink + types + renamed + functions + exports + code
