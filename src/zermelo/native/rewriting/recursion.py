"""Kernels that call each other, compiled into one another, so that a call serves several plies.

numba compiles `max_value` and `min_value`, say, one after the other, and lets the one that is done
first call the other through a pointer, to be filled in later, which LLVM cannot see through. Here
the pointers become constants as soon as the code they point to is known, and functions that call
back are inlined into their callers: recursive inlining, as C compilers do it by themselves. So is
what resumes a generator, which LLVM finds too long to be inlined by itself.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final
from weakref import WeakValueDictionary

import llvmlite.binding
import llvmlite.ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import register_pass
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.untyped_passes import InlineClosureLikes, IRProcessing, ReconstructSSA

from zermelo.native.hastened import load_arrays
from zermelo.native.ints.storing import Store
from zermelo.native.proof.guarding import Guard
from zermelo.native.proof.rulecode import Adopt
from zermelo.native.rewriting.inlining import InlineRules

GENERATOR: Final = "4nextE"  # in the mangled name of what resumes a generator


class _Flags(Flags):
    """numba's settings of one function; it compares those of all, thousands of times."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Flags):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name) for name in {*self._values, *other._values}
        )

    def __hash__(self) -> int:
        return _HASH


_HASH: Final = hash(Flags())  # of the names of all settings alone


class RecursiveCompiler(Compiler):
    """numba's compiler, with libraries that resolve recursion before they are optimised.

    rules_of  the type of the game for whose rules it compiles helpers; rules themselves are known
    contract  what the helper is promised and has to keep, see `contracts`; None for nothing
    """

    rules_of: Any = None
    contract: Any = None

    def __init__(self, typing: Any, target: Any, library: Any, *given: Any) -> None:
        arguments, result, flags, local = given
        load_arrays()
        super().__init__(typing, target, library, arguments, result, _Flags(flags), local)

    def compile_extra(self, function: Any) -> Any:
        """Compile `function`."""
        codegen = self.state.targetctx.codegen()
        self.state.library = _RecursiveLibrary(codegen, function.__qualname__)
        self.state.rules_of, self.state.contract = self.rules_of, self.contract
        self.state.library.enable_object_caching()
        self.state.flags.no_cfunc_wrapper = True  # nothing calls kernels as C callbacks
        self.state.library.inner = len(self.state.typingctx.callstack) > 0
        return super().compile_extra(function)

    def define_pipelines(self) -> Any:
        """numba's passes with another last one."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (_KernelLowering if step is NativeLowering else step, name)
            for step, name in pipeline.passes
        ]
        pipeline.add_pass_after(InlineRules, IRProcessing)
        pipeline.add_pass_after(Adopt, InlineClosureLikes)
        pipeline.add_pass_after(Guard, ReconstructSSA)
        pipeline.add_pass_after(Store, NopythonTypeInference)
        pipeline.finalize()
        return [pipeline]


def calls_outside(library: Any) -> bool:
    """Whether code of `library` calls a function through a pointer that is filled in elsewhere."""
    return any(True for _ in _pointers(library._final_module))


def is_inner(library: Any) -> bool:
    """Whether the kernel was compiled on the way, inside another, and Python cannot call it."""
    return getattr(library, "inner", False)


class _Generators(GeneratorLower):
    """Lets a generator that is left early give up what it holds: numba leaves that to Python."""

    def lower_next_func(self, lower: Any) -> None:
        """Keep what is alive at each `yield`, for the finalizer."""
        super().lower_next_func(lower)
        points = lower.generator_info.yield_points
        self.alive = {
            index: point.live_vars | point.weak_live_vars for index, point in points.items()
        }
        self.slots = lower.generator_info.state_vars

    def lower_finalize_func_body(self, builder: Any, genptr: Any) -> None:
        """Give up each variable, of which the generator and its code hold one reference each."""
        index = self.get_resume_index_ptr(builder, genptr)
        states = self.get_state_ptr(builder, genptr)
        end = builder.append_basic_block("end")
        switch = builder.switch(builder.load(index), end)
        for number, names in self.alive.items():
            switch.add_case(number, builder.append_basic_block(f"left_at_{number}"))
            builder.position_at_end(switch.cases[-1][1])
            for name in sorted(names):
                place = self.slots.index(name)
                kind = self.gentype.state_types[place]
                slot = cgutils.gep_inbounds(builder, states, 0, place)
                value = self.context.unpack_value(builder, kind, slot)
                self.context.nrt.decref(builder, kind, value)
                self.context.nrt.decref(builder, kind, value)
            builder.store(index.type.pointee(-1), index)
            builder.branch(end)
        builder.position_at_end(end)
        builder.ret_void()


class _Lower(Lower):
    """Makes functions that Python can call, except of inner kernels.

    The flag of numba's to that end is part of a kernel's name, by which recursion finds it.
    """

    GeneratorLower = _Generators

    def create_cpython_wrapper(self, release_gil: bool = False) -> None:
        if not self.library.inner:
            super().create_cpython_wrapper(release_gil)

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        """Room for a variable; numba asks LLVM for its size as well, for debuggers."""
        return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)

    def delvar(self, name: str) -> None:
        """Delete a variable; a generator that a loop asked gives up what it holds."""
        kind = self.typeof(name)
        if isinstance(kind, types.Generator) and name in self._asked and _holds(self.context, kind):
            self._alloca_var(name, kind)
            described = self.context.get_generator_desc(kind)
            self._finalize(described.llvm_finalizer_name, self.loadvar(name))
        super().delvar(name)

    @functools.cached_property
    def _asked(self) -> set[str]:
        """The variables that loops ask for their next item."""
        blocks = self.func_ir.blocks.values()
        return {asked.value.name for block in blocks for asked in block.find_exprs("iternext")}

    def _finalize(self, finalizer: str, generator: Any) -> None:
        form = llvmlite.ir.FunctionType(llvmlite.ir.VoidType(), [generator.type])
        function = cgutils.get_or_insert_function(self.module, form, finalizer)
        with cgutils.if_likely(self.builder, cgutils.is_not_null(self.builder, generator)):
            self.builder.call(function, [generator])


def _holds(context: Any, generator: Any) -> bool:
    """Whether a generator has variables whose memory is counted."""
    models = context.data_model_manager
    return any(models[kind].contains_nrt_meminfo() for kind in generator.state_types)


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(NativeLowering):
    _name = "kernel_lowering"
    lowering_class = _Lower


class _RecursiveLibrary(JITCodeLibrary):
    """The machine code of one kernel and of all it calls."""

    inner = False

    @property
    def codegen(self) -> Any:
        """The engine that places the code in memory; none for inner kernels, saving a fifth."""
        return _Nowhere() if self.inner else super().codegen

    def get_pointer_to_function(self, name: str) -> int:
        """Where the machine code of a function is; 0 for inner kernels, which have none."""
        self._ensure_finalized()
        return 0 if self.inner else super().get_pointer_to_function(name)

    def _finalize_final_module(self) -> None:
        if self.inner:
            self._finalize_dynamic_globals()
            self._finalized = True
            _inner_libraries.update(dict.fromkeys(_defined(self._final_module), self))
        else:
            super()._finalize_final_module()

    def _optimize_functions(self, module: Any) -> None:
        """Leave it to the outer kernel, with which everything is optimised once more."""
        if self.inner:
            module.data_layout = super().codegen._data_layout
        else:
            super()._optimize_functions(module)

    def _optimize_final_module(self) -> None:
        while self._resolve():
            pass
        _inline_generators(self._final_module)
        if not self.inner:
            _keep_inside(self._final_module)
            self._optimize_whole()

    def _optimize_whole(self) -> None:
        """Simplify, inline what calls back, and optimise all of it.

        Only what is simplified has lost its calls of itself (of the player who moves twice, where
        none does), and can be inlined. LLVM does alike steps, such as a slider's four lines, in
        one vector, as in C; numba leaves that out since an LLVM of years ago did it wrong.
        """
        simple, settings = self._codegen._module_pass_manager(
            cost="cheap", loop_vectorize=self._codegen._loopvect, slp_vectorize=False
        )
        simple.add_always_inliner_pass()
        simple.run(self._final_module, settings)
        whole, settings = self._codegen._module_pass_manager(slp_vectorize=True)
        whole.run(self._final_module, settings)

    def _resolve(self) -> bool:
        """Make constants of pointers whose functions are known; whether there were any.

        An inner kernel that is called by a pointer alone is linked in, with its own pointers.
        """
        module, defined = self._final_module, _defined(self._final_module)
        known = defined if self.inner else defined | set(_inner_libraries)
        pointers = [pair for pair in _pointers(module) if pair[1] in known]
        for pointer, target in pointers:
            _inline_callers(module, pointer)
            _point(module, pointer, target)
            if target not in _defined(module):
                module.link_in(_inner_libraries[target]._get_module_for_linking(), preserve=True)
        return bool(pointers)


# How mangled names begin, and those of numba's wrappers of the same function for Python and C.
_NAME: Final = "_ZN"
_WRAPPERS: Final = ("_ZN7cpython", "_ZN5cfunc")

# The inner kernels' libraries, by the names of the functions in them.
_inner_libraries: WeakValueDictionary[str, _RecursiveLibrary] = WeakValueDictionary()


class _Nowhere:
    """Stands in for the place of code that is only linked into other code."""

    def set_env(self, _name: str, _environment: Any) -> None:
        """The environment belongs to the code of the outer kernel."""


def _pointers(module: Any) -> Iterator[tuple[str, str]]:
    """The names of the pointers that are still to be filled in, with the functions they mean."""
    for variable in module.global_variables:
        target = variable.name.removeprefix(RuntimeLinker.PREFIX)
        if target != variable.name and variable.is_declaration:
            yield variable.name, target


def _defined(module: Any) -> set[str]:
    return {function.name for function in module.functions if not function.is_declaration}


def _inline_callers(module: Any, pointer: str) -> None:
    for function in module.functions:
        if not function.is_declaration and pointer in str(function):
            function.add_function_attribute("alwaysinline")


def _inline_generators(module: Any) -> None:
    """Have what resumes a generator inlined into its loop, to keep its state in registers."""
    for function in module.functions:
        if not function.is_declaration and GENERATOR in function.name:
            function.add_function_attribute("alwaysinline")


def _keep_inside(module: Any) -> None:
    """Hide all but the kernel itself and its wrappers.

    LLVM then inlines what is called in one place, and passes arguments as it likes. The engine
    visits a seventh more states a second, and takes a seventh longer to compile. A generator that
    is compiled by itself has no wrapper, and nothing is hidden there.
    """
    wrappers = [name for name in _defined(module) if name.startswith(_WRAPPERS)]
    if not wrappers:
        return
    entries = {_NAME + name.removeprefix(wrapper) for name in wrappers for wrapper in _WRAPPERS}
    for name in _defined(module) - entries - set(wrappers):
        module.get_function(name).linkage = "internal"


def _point(module: Any, pointer: str, target: str) -> None:
    """Define `pointer` as a constant of this module alone; LLVM does without it from then on."""
    text = f'declare i32 @"{target}"()\n@"{pointer}" = constant ptr @"{target}"\n'
    module.link_in(llvmlite.binding.parse_assembly(text))
    module.get_global_variable(pointer).linkage = "internal"
