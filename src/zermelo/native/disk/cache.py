"""Machine code kept on disk: one file per kernel, signature, machine and version of everything.

numba's own cache unpickles every signature a kernel ever had and pickles classes of scripts and
notebooks by value, so games defined there never hit. Here the game's types and classes are
pickled as references, and found again among those of the signature asked for.

A folder or file that others may write to, or own, is left alone.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import pickle
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import serialize, types
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys

from zermelo.native.disk.claims import claim
from zermelo.native.disk.fingerprint import fingerprint
from zermelo.native.disk.folder import folder, prune, write_whole
from zermelo.native.disk.owned import own_bytes
from zermelo.native.disk.remembered import own_digest
from zermelo.native.disk.shared import provide, tables_in
from zermelo.native.rewriting.recursion import calls_outside


class KernelCache:
    """The cache of one kernel, of the shape that numba's dispatcher asks for.

    Only the kernel called from Python is kept, whole: a kernel compiled on the way, inside
    another, may refer back to code that exists in the outer one alone (see `recursion`).
    """

    cache_path = None

    def __init__(self, function: Any) -> None:
        self.function = function
        self._fingerprint = ""

    def load_overload(self, signature: Any, target: Any) -> CompileResult | None:
        """The compiled kernel for `signature`, or None: it is this process that has to compile it.

        What another process is compiling is waited for.
        """
        path = self._path(signature, target)
        if path is None:
            return None
        kernel = _loaded(path, signature, target)
        if kernel is None and claim(path):
            kernel = _loaded(path, signature, target)
        return kernel

    def save_overload(self, signature: Any, result: CompileResult) -> None:
        """Keep `result`; if the disk is full, say, the next start compiles again."""
        path = self._path(signature, result.target_context)
        if path is None or result.library.has_dynamic_globals or calls_outside(result.library):
            return
        buffer = io.BytesIO()
        try:
            kept = tables_in(result.library), result._reduce()
            _Pickler(buffer, _references(signature)).dump(kept)
            payload = buffer.getvalue()
            write_whole(path, hashlib.sha256(payload).digest() + payload)
            prune(path.parent, "*.native")
        except (OSError, pickle.PicklingError):
            return

    def _path(self, signature: Any, target: Any) -> Path | None:
        place = folder()
        if place is None or len(target.typing_context.callstack):
            return None
        self._fingerprint = self._fingerprint or fingerprint(self.function)
        versions = (own_digest(), sys.version_info[:3], numba.__version__, llvmlite.__version__)
        machine = target.codegen().magic_tuple()
        flags = (numba.config.BOUNDSCHECK, numba.config.OPT)
        key = repr((self._fingerprint, str(signature), versions, machine, flags))
        name = f"{self.function.__name__}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.native"
        return place / name


# numba numbers the functions it compiles from 1 in every process, and LLVM keeps the first of two
# symbols of one name: code from the disk would quietly stand in for other code of this process.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))


def _loaded(path: Path, signature: Any, target: Any) -> CompileResult | None:
    """The compiled kernel in a file, or None: not there, damaged or stale."""
    # Running stored code takes numba's memory manager, but not the registries of all that can
    # be compiled, which `target.refresh()` would load for 0.2 s.
    rtsys.initialize(target)
    try:
        digest, payload = _split(own_bytes(path))
        if hashlib.sha256(payload).digest() != digest:
            return None
        references = _references(signature)
        tables, parts = _Unpickler(io.BytesIO(payload), references).load()
        provide(tables, (item for item in references.values() if hasattr(item, "game")))
        return CompileResult._rebuild(target, *parts)
    except Exception:  # whatever a damaged or foreign file raises: compile instead
        return None


def _split(content: bytes) -> tuple[bytes, bytes]:
    return content[:32], content[32:]


def _references(signature: Any) -> dict[tuple[str, int], Any]:
    """The types and classes of the signature's games and states, under names that pickle."""
    arguments = signature.args if hasattr(signature, "args") else signature
    items: dict[int, Any] = {}
    for argument in arguments:
        for item in _classes(argument):
            items.setdefault(id(item), item)
    return {("reference", index): item for index, item in enumerate(items.values())}


def _classes(kind: types.Type) -> Iterator[Any]:
    game = getattr(kind, "game", None)
    if game is not None:
        yield kind
        yield type(kind)
        yield from (type(game), type(game.start()))
    if isinstance(kind, types.BaseNamedTuple):
        yield kind.instance_class
    if isinstance(kind, types.BaseTuple):
        for item in kind:
            yield from _classes(item)
    if isinstance(kind, types.DictType):
        yield from _classes(kind.key_type)


class _Pickler(serialize.NumbaPickler):
    def __init__(self, file: io.BytesIO, references: dict[tuple[str, int], Any]) -> None:
        super().__init__(file, protocol=5)
        self.names = {id(item): name for name, item in references.items()}

    def persistent_id(self, item: object) -> tuple[str, int] | None:
        return self.names.get(id(item))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, references: dict[tuple[str, int], Any]) -> None:
        super().__init__(file)
        self.references = references

    def persistent_load(self, name: tuple[str, int]) -> Any:
        return self.references[name]
