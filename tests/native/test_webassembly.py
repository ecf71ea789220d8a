"""Objects of LLVM's become modules that Emscripten's loader takes."""

from zermelo.native.wasm.sidemodule import side_module


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
