"""LLVM: turns IR into callable machine code, which is freed with its owner."""

import atexit
import ctypes
import functools
import itertools
import sys
import threading
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm

from zermelo.native.arrays import address_of
from zermelo.native.compiler.code import INLINED_FIRST, RESUMED

LEVEL: Final = 3
NEAR: Final = sys.platform == "linux"  # code finds its data by short offsets, see `_linker`
PASSES: Final = (  # levels below `LEVEL` need all of these, or wide shifts crash
    "always_inliner", "global_dead_code_eliminate", "sroa", "instruction_combine", "simplify_cfg",
)  # fmt: skip
UNSWITCHED: Final = "-unswitch-threshold=%d"  # the most instructions to copy to unswitch a loop
_lock = threading.Lock()
atexit.register(_lock.acquire)  # LLVM crashes if the process exits while another thread compiles
LIBRARIES: Final = {
    "libgcc_s.so.1": ("__divti3", "__modti3", "__udivti3", "__umodti3", "__floattidf",
                        "__floatuntidf", "__fixdfti"),  # for ints of 128 bits
    "libm.so.6": ("fmod", "pow", "exp", "log", "log2", "log10", "sin", "cos", "floor", "ceil",
                  "trunc", "roundeven"),
}  # fmt: skip


@functools.cache
def target(level: int = LEVEL) -> Any:
    """LLVM's target machine for this process, with this level of optimisation."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        opt=level,
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        **({"codemodel": "small", "reloc": "pic"} if NEAR else {}),
    )


@functools.cache
def browsers() -> Any:
    """LLVM's target machine for browsers: WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple("wasm32-unknown-emscripten").create_target_machine(
        opt=LEVEL,
        reloc="pic",
        features="+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    )


@functools.cache
def processor() -> str:
    """LLVM's version and the processor, on which machine code depends besides the program."""
    features = llvm.get_host_cpu_features().flatten()
    return (
        f"{llvmlite.__version__} {llvm.get_default_triple()} {llvm.get_host_cpu_name()} {features}"
    )


@functools.cache
def _imports() -> dict[str, int]:
    """The addresses of functions that machine code may need and the process does not export."""
    found: dict[str, int] = {}
    for library, names in LIBRARIES.items():
        try:
            opened = ctypes.CDLL(library)
        except OSError:  # on other systems, the process exports the functions
            continue
        for name in names:
            if hasattr(opened, name):
                found[name] = ctypes.cast(getattr(opened, name), ctypes.c_void_p).value or 0
    return found


def object_code(text: str, machine: Any = None, *, level: int = LEVEL) -> bytes:
    """The object file of a module, optimised as a whole for this machine or another.

    The machine's layout determines the alignment of loads and stores. Kernels that are called in
    one place are inlined first; otherwise, LLVM would optimise them once for each caller of their
    callers. A `level` below `LEVEL` leaves out most optimisations, see `compile_quickly`.
    """
    with _lock:
        machine = machine or target(level)
        head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
        module = llvm.parse_assembly(head + text)
        if RESUMED in text:
            keep_in_memory(module, machine)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
        options.loop_vectorization, options.slp_vectorization = False, True
        builder = llvm.create_pass_builder(machine, options)
        first = llvm.create_new_module_pass_manager()
        for step in PASSES if level < LEVEL else PASSES[:1] * (INLINED_FIRST in text):
            getattr(first, f"add_{step}_pass")()
        first.run(module, builder)
        if level == LEVEL:
            llvm.set_option("", UNSWITCHED % 100)  # perft of Morris is 16 % faster
            builder.getModulePassManager().run(module, builder)
            llvm.set_option("", UNSWITCHED % 50)  # LLVM's default, for its other users
        return bytes(machine.emit_object(module))


def keep_in_memory(module: Any, machine: Any) -> None:
    """Keep the values of a resumed function on the stack if other blocks use them.

    If several yields share a loop's body, control returns to the yield it came from, so no earlier
    value dominates the code after the yield. The optimiser then moves values to registers again.
    """
    passes = llvm.create_new_function_pass_manager()
    passes.add_register_to_memory_pass()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    for function in module.functions:
        if any(RESUMED.encode() in attribute for attribute in function.attributes):
            passes.run(function, builder)


@functools.cache
def _linker() -> Any:
    """LLVM's just-in-time linker, one for the process.

    Only JITLink puts an object's code and data side by side. Elsewhere, code holds whole addresses.
    """
    return llvm.create_lljit_compiler(target(), use_jit_link=NEAR)


_numbers = itertools.count()


class Machine:
    """Machine code in memory, loaded from an object file and freed with this object."""

    def __init__(self, code: bytes, tables: dict[str, memoryview]) -> None:
        self._tables = tables  # kept alive because the code reads them
        with _lock:
            library = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
            for name, address in _imports().items():
                library.import_symbol(name, address)
            for name, table in tables.items():
                library.import_symbol(f"table.{name}", address_of(table))
            self._code = library.export_symbol("entry").link(_linker(), f"code{next(_numbers)}")
        self.entry = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(self._code["entry"])
