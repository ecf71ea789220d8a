"""Kernels as WebAssembly: numba's code for the machine that every browser is.

numba compiles for the processor it runs on. `switch` makes that another one, for the rest of the
process and before anything is compiled: structs and pointers are laid out as there, nothing is
loaded or run, and of an exception only its number comes back. `module_of` then has a kernel
compiled as usual, and makes LLVM's object a module that Emscripten's loader takes (`sidemodule`).

The parts of numba's internals that this needs are listed in `HOOKS`, here and nowhere else.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import callconv, codegen

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, NativeWarning, Stopped
from zermelo.native import bridge, lacking
from zermelo.native.disk.gamewidths import known_widths
from zermelo.native.ints.widths import NO_INT, WORD
from zermelo.native.rewriting import recursion
from zermelo.native.wasm.sidemodule import side_module

TRIPLE: Final = "wasm32-unknown-emscripten"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
ENTRY: Final = "entry"  # the kernel: where the result and an exception go, then its arguments
LISTEN: Final = "listen"  # takes the function that is asked at the node limit, see `may_go_on`
STOPPED: Final = 1  # the report of a search that was stopped; anything else is FAILED
FAILED: Final = 2

# The question at the node limit goes to the host's function, if there is one.
HOST: Final = f"""
@zermelo.host = internal global ptr null
define void @{LISTEN}(ptr %host) {{
  store ptr %host, ptr @zermelo.host
  ret void
}}
define i64 @{lacking.GO_ON}() {{
  %host = load ptr, ptr @zermelo.host
  %none = icmp eq ptr %host, null
  br i1 %none, label %alone, label %asked
alone:
  ret i64 0
asked:
  %answer = call i64 %host()
  ret i64 %answer
}}
"""


class Hook(NamedTuple):
    """A method of numba's that is another one here.

    parameters  those that it has in the numba this was written for
    """

    owner: Any
    name: str
    parameters: tuple[str, ...]
    instead: Callable[..., Any]

    @property
    def fits(self) -> bool:
        """Whether numba has it as it had."""
        member = inspect.getattr_static(self.owner, self.name, None)
        return member is not None and tuple(inspect.signature(member).parameters) == self.parameters

    def __str__(self) -> str:
        return f"{getattr(self.owner, '__qualname__', self.owner.__name__)}.{self.name}"


class _Unplaced:
    """Stands in for LLVM's engine, for nothing that is compiled here runs here."""

    def is_symbol_defined(self, _name: str) -> bool:
        return True

    def finalize_object(self) -> None:
        """There is nothing to do."""

    def get_function_address(self, _name: str) -> int:
        return 0


def _machine(reloc: str = "pic") -> Any:
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=3, features=FEATURES, reloc=reloc)


def _init(self: Any, _module: Any) -> None:
    self._tm, self._tm_features = _machine(), FEATURES
    self._engine = _Unplaced()
    self._target_data = self._tm.target_data
    self._data_layout = str(self._target_data)
    self._loopvect, self._opt_level = False, 0


def _tell(self: Any, builder: Any, exc: Any, *_: Any, **__: Any) -> None:
    """Leave the number of an exception where numba leaves what it is made from."""
    place = self._get_excinfo_argument(builder.function)
    number = ir.IntType(32)(STOPPED if exc is Stopped else FAILED)
    builder.store(builder.inttoptr(number, place.type.pointee), place)


def _nothing(*_: Any, **__: Any) -> None:
    """Do nothing."""


def _finish(self: Any) -> None:
    """Take a kernel for finished that is not to be loaded."""
    self._finalize_dynamic_globals()
    self._finalized = True
    if self.inner:
        names = recursion._defined(self._final_module)
        recursion._inner_libraries.update(dict.fromkeys(names, self))


def _triple() -> str:
    return TRIPLE


_STATIC: Final = ("self", "builder", "exc", "exc_args", "loc", "func_name")
_DYNAMIC: Final = ("self", "builder", "exc", "exc_args", "nb_types", "loc", "func_name")
HOOKS: Final = (
    Hook(codegen.ll, "get_process_triple", (), _triple),
    Hook(codegen.CPUCodegen, "_init", ("self", "llvm_module"), _init),
    Hook(codegen.CPUCodegen, "_scan_and_fix_unresolved_refs", ("self", "module"), _nothing),
    Hook(codegen.CPUCodegen, "_get_host_cpu_name", ("self",), lambda self: "generic"),
    Hook(codegen.JITCPUCodegen, "_customize_tm_features", ("self",), lambda self: FEATURES),
    Hook(codegen.JITCPUCodegen, "_add_module", ("self", "module"), _nothing),
    Hook(codegen.JITCPUCodegen, "set_env", ("self", "env_name", "env"), _nothing),
    Hook(callconv.CPUCallConv, "set_static_user_exc", _STATIC, _tell),
    Hook(callconv.CPUCallConv, "set_dynamic_user_exc", _DYNAMIC, _tell),
    Hook(recursion._Lower, "create_cpython_wrapper", ("self", "release_gil"), _nothing),
    Hook(recursion._RecursiveLibrary, "_finalize_final_module", ("self",), _finish),
)


def switch() -> None:
    """Compile for WebAssembly in this process from now on; nothing may have been compiled yet.

    Raises `CapabilityError` where numba is not as it was when this was written.
    """
    changed = [str(hook) for hook in HOOKS if not hook.fits]
    if changed:
        version = numba.__version__
        raise CapabilityError(f"numba {version} has changed {', '.join(changed)}: see HOOKS")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for hook in HOOKS:
        setattr(hook.owner, hook.name, hook.instead)
    lacking.asks_host = True


FUNCTION_TABLE: Final = b"__table_base"  # of what is called through pointers: pages offer none


class Module(NamedTuple):
    """A kernel as WebAssembly.

    code   the module
    words  for each item of a state, its tuples' one by one, the 64-bit words that it is passed as
    """

    code: bytes
    words: tuple[int, ...]


def module_of(function: Any, *arguments: Any) -> Module | None:
    """The kernel for arguments like these; None for a game that cannot compile, after a warning.

    Only after `switch`.
    """
    entry = bridge.prepare(function, *arguments)
    if not isinstance(entry, bridge._Compiled):
        return None
    game: Game[Any] = next(item for item in arguments if isinstance(item, Game))
    signature = tuple(bridge._type_of(argument, game) for argument in arguments)
    compiled = bridge.dispatcher(function).overloads[signature]
    object_file = _object(compiled.library._final_module, compiled.fndesc.llvm_func_name)
    code = side_module(object_file, (ENTRY, LISTEN))
    if FUNCTION_TABLE in code:
        why = "what frees its lists or rows does not compile for a browser"
        warnings.warn(f"{game} runs as plain Python, slowly: {why}", NativeWarning, stacklevel=2)
        return None
    widths = known_widths(game).items
    return Module(code, tuple(1 if width == NO_INT else width // WORD for width in widths))


def _object(final_module: Any, name: str) -> bytes:
    """LLVM's object of a kernel of which nothing but the entry can be called from outside."""
    module = llvm.parse_assembly(str(final_module))
    module.link_in(llvm.parse_assembly(HOST))
    module.get_function(name).name = ENTRY
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in (ENTRY, LISTEN):
            thing.linkage = "internal"
    machine = _machine()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code
