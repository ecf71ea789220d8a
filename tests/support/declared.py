"""Write the types of the JSON that scripts read, as TypeScript, to build/types: `make types`.

They come from the typed dictionaries in Python, whose names the scripts use in their comments.
"""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)  # fmt: skip

import zermelo

SOURCE = Path(zermelo.__file__).parent
BUILT = Path(__file__).parent.parent.parent / "build" / "types"
ROOMS = ("board", "trees", "web")
# Generated modules, and their tables of texts.
GENERATED = {"solved": ("SOLVED",), "words": ("GERMAN",)}
NAMES = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null",
         object: "unknown", Any: "any"}  # fmt: skip


def write_types() -> None:
    """Write the types of the JSON that each room makes, and of the generated modules."""
    BUILT.mkdir(parents=True, exist_ok=True)
    for room in ROOMS:
        written = "\n".join(map(_interface, _dictionaries(room)))
        (BUILT / f"{room}.d.ts").write_text(written, encoding="utf-8")
    for module, tables in GENERATED.items():
        lines = [f"export const {table}: Record<string, string>;\n" for table in tables]
        (BUILT / f"{module}.d.ts").write_text("".join(lines), encoding="utf-8")


def _dictionaries(room: str) -> Iterator[Any]:
    """The typed dictionaries that the modules of a room define."""
    inside = walk_packages([str(SOURCE / room)], f"zermelo.{room}.")
    for name in sorted(each.name for each in inside):
        module = import_module(name)
        for value in vars(module).values():
            if is_typeddict(value) and value.__module__ == module.__name__:
                yield value


def _interface(kind: Any) -> str:
    message = (inspect.getdoc(kind) or "").replace("\n", "\n * ").replace(" * \n", " *\n")
    fields = map(_field, *zip(*get_type_hints(kind, include_extras=True).items(), strict=True))
    return f"/** {message} */\ninterface {kind.__name__} {{\n{''.join(fields)}}}\n"


def _field(name: str, hint: Any) -> str:
    if get_origin(hint) is NotRequired:
        return f"  {name}?: {_written(get_args(hint)[0])};\n"
    return f"  {name}: {_written(hint)};\n"


def _written(hint: Any) -> str:
    """A type in TypeScript's syntax.

    >>> _written(list[tuple[int, str | None]])
    '[number, string | null][]'
    >>> _written(dict[Literal["a", "b"], float])
    'Record<"a" | "b", number>'
    """
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(_written, inside)))
    if origin is Literal:
        return " | ".join(f'"{each}"' for each in inside)
    if origin is list:
        item = _written(inside[0])
        return f"({item})[]" if get_origin(inside[0]) in (Union, UnionType) else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_written, inside))}]"
    if origin is dict:
        return f"Record<{_written(inside[0])}, {_written(inside[1])}>"
    return NAMES.get(hint) or hint.__name__


if __name__ == "__main__":
    write_types()
