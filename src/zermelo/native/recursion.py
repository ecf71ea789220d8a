"""Kernels that call each other, compiled into one another, so that a call serves several plies.

numba compiles `max_value` and `min_value`, say, one after the other, and lets the one that is done
first call the other through a pointer, to be filled in later, which LLVM cannot see through. Here
the pointers become constants as soon as the code they point to is known, and functions that call
back are inlined into their callers: recursive inlining, as C compilers do it by themselves. So is
what resumes a generator, which LLVM finds too long to be inlined by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import llvmlite.binding
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler

GENERATOR: Final = "4nextE"  # in the mangled name of what resumes a generator


class RecursiveCompiler(Compiler):
    """numba's compiler, with libraries that resolve recursion before they are optimised."""

    def compile_extra(self, function: Any) -> Any:
        """Compile `function`."""
        codegen = self.state.targetctx.codegen()
        self.state.library = _RecursiveLibrary(codegen, function.__qualname__)
        self.state.library.enable_object_caching()
        self.state.flags.no_cfunc_wrapper = True  # nothing calls kernels as C callbacks
        return super().compile_extra(function)


def calls_outside(library: Any) -> bool:
    """Whether code of `library` calls a function through a pointer that is filled in elsewhere."""
    return any(True for _ in _pointers(library._final_module))


class _RecursiveLibrary(JITCodeLibrary):
    """The machine code of one kernel and of all it calls."""

    def _optimize_final_module(self) -> None:
        module = self._final_module
        defined = {function.name for function in module.functions if not function.is_declaration}
        for pointer, target in list(_pointers(module)):
            if target in defined:
                _inline_callers(module, pointer)
                _point(module, pointer, target)
        _inline_generators(module)
        super()._optimize_final_module()


def _pointers(module: Any) -> Iterator[tuple[str, str]]:
    """The names of the pointers that are still to be filled in, with the functions they mean."""
    for variable in module.global_variables:
        target = variable.name.removeprefix(RuntimeLinker.PREFIX)
        if target != variable.name:
            yield variable.name, target


def _inline_callers(module: Any, pointer: str) -> None:
    for function in module.functions:
        if not function.is_declaration and pointer in str(function):
            function.add_function_attribute("alwaysinline")


def _inline_generators(module: Any) -> None:
    """Have what resumes a generator inlined into its loop, to keep its state in registers."""
    for function in module.functions:
        if not function.is_declaration and GENERATOR in function.name:
            function.add_function_attribute("alwaysinline")


def _point(module: Any, pointer: str, target: str) -> None:
    """Define `pointer` as a constant of this module alone; LLVM does without it from then on."""
    text = f'declare i32 @"{target}"()\n@"{pointer}" = constant ptr @"{target}"\n'
    module.link_in(llvmlite.binding.parse_assembly(text))
    module.get_global_variable(pointer).linkage = "internal"
