"""Converts one LLVM object to a WebAssembly module for Emscripten's loader.

No linker is needed: the object is position-independent and complete, with addresses counted
from `__memory_base`. The remaining steps are to declare the memory for its data (`dylink.0`), store
the data there as one segment, add the base to addresses in the data after loading, and export
the functions by name. See WebAssembly's core specification, section 5, and the tool conventions'
Linking.md and DynamicLinking.md.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, Final, NamedTuple

from zermelo.native.cache import object_for
from zermelo.native.calling import as_text
from zermelo.native.compiler.language.converting import GO_ON
from zermelo.native.fingerprint import fingerprint, identity
from zermelo.native.machine import browsers, object_code, processor
from zermelo.native.running import bits_of_ints, compile_kernel, facts_about, layout_for
from zermelo.native.values import kind_of

MAGIC: Final = 8  # bytes of the head: magic number and version
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
START, ELEMENT, CODE, DATA, DATA_COUNT, TAG = range(8, 14)
ORDER: Final = (
    CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, TAG, GLOBAL, EXPORT, START, ELEMENT,
    DATA_COUNT, CODE, DATA,
)  # fmt: skip
SYMBOL_TABLE: Final = 8  # the number of a subsection of "linking"
UNDEFINED, NAMED = 0x10, 0x40  # flags of a symbol
MEMORY_BASE: Final = "__memory_base"
I32_CONST, I32_ADD, I32_STORE = b"\x41", b"\x6a", b"\x36\0"  # the store assumes no alignment
GLOBAL_GET, END, NOTHING = b"\x23", b"\x0b", b"\x60\0\0"  # NOTHING: a type without parameters
ADDRESS: Final = 5  # a relocation in data, R_WASM_MEMORY_ADDR_I32
RELOCATE: Final = "__wasm_apply_data_relocs"  # the function that the loader calls first
ALIGNED: Final = 4  # the data's address is a multiple of 2 to this power


class _Reader(BytesIO):
    """Reads bytes from start to end."""

    @property
    def more(self) -> bool:
        return self.tell() < len(self.getbuffer())

    def byte(self) -> int:
        return self.read(1)[0]

    def number(self) -> int:
        """An unsigned number in LEB128."""
        byte = self.byte()
        return byte if byte < 128 else byte - 128 + (self.number() << 7)

    def with_size(self) -> bytes:
        """Bytes preceded by their count."""
        return self.read(self.number())


def number(value: int) -> bytes:
    """An unsigned number in LEB128.

    >>> number(300)
    b'\\xac\\x02'
    """
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def _with_size(data: bytes) -> bytes:
    return number(len(data)) + data


def side_module(object_file: bytes, exported: Iterable[str]) -> bytes:
    """Convert an object to a module that exports these functions."""
    sections = dict(_sections(object_file))
    functions = dict(_functions(sections.pop("linking", b"")))
    sections[IMPORT], imported, base_index = _imports(sections.get(IMPORT, b""))
    addresses = _addresses(sections.pop("reloc.DATA", b"\0\0"))
    image, moved = _image(sections.pop(DATA, b"\0"), addresses)
    names = list(exported)
    if image:
        base = GLOBAL_GET + number(base_index)
        sections[DATA], sections[DATA_COUNT] = b"\1\0" + base + END + _with_size(image), b"\1"
        if moved:
            functions[RELOCATE] = imported + _Reader(sections[FUNCTION]).number()
            names.append(RELOCATE)
            _relocate(sections, image, moved, base)
    else:
        sections.pop(DATA_COUNT, None)
    entries = b"".join(_with_size(x.encode()) + b"\0" + number(functions[x]) for x in names)
    sections[EXPORT] = number(len(names)) + entries
    needs = number(len(image)) + number(ALIGNED) + number(0) + number(0)
    head = _with_size(b"dylink.0") + b"\1" + _with_size(needs)
    body = (bytes([kind]) + _with_size(sections[kind]) for kind in ORDER if kind in sections)
    return object_file[:MAGIC] + bytes([CUSTOM]) + _with_size(head) + b"".join(body)


def _sections(object_file: bytes) -> Iterator[tuple[int | str, bytes]]:
    """Each section with its number, or with its name if it lists symbols or addresses."""
    reader = _Reader(object_file)
    reader.read(MAGIC)
    while reader.more:
        kind, content = reader.byte(), reader.with_size()
        if kind != CUSTOM:
            yield kind, content
            continue
        inner = _Reader(content)
        if (name := inner.with_size()) in (b"linking", b"reloc.DATA"):
            yield name.decode(), inner.read()


def _functions(linking: bytes) -> Iterator[tuple[str, int]]:
    """The functions that an object defines: their names and indices."""
    reader = _Reader(linking)
    reader.number()  # the version
    while reader.more:
        kind, symbols = reader.byte(), _Reader(reader.with_size())
        for _ in range(symbols.number() if kind == SYMBOL_TABLE else 0):
            kind, flags = symbols.byte(), symbols.number()
            if kind == 1:  # data: a name and, if defined, a segment, an offset and a size
                symbols.with_size()
                for _ in range(0 if flags & UNDEFINED else 3):
                    symbols.number()
                continue
            index = symbols.number()
            if kind != 3 and (not flags & UNDEFINED or flags & NAMED):  # 3: a section
                name = symbols.with_size().decode()
                if kind == 0:
                    yield name, index


def _imports(section: bytes) -> tuple[bytes, int, int]:
    """The imports, with the memory's name for the loader; the number of functions; and the index of
    the memory's base among the globals.
    """
    reader, functions, names = _Reader(section), 0, list[str]()
    count = reader.number()
    made = number(count)
    for _ in range(count):
        owner, name, begin = reader.with_size(), reader.with_size(), reader.tell()
        kind = reader.byte()
        reader.read({1: 1, 3: 2}.get(kind, 0))
        if kind == 3:
            names.append(name.decode())
        else:  # a type's index, or the minimum size and, if given, the maximum
            for _ in range(1 if kind == 0 else 1 + (reader.number() & 1)):
                reader.number()
        functions += kind == 0
        name = b"memory" if name == b"__linear_memory" else name
        made += _with_size(owner) + _with_size(name) + section[begin : reader.tell()]
    return made, functions, names.index(MEMORY_BASE) if MEMORY_BASE in names else -1


def _addresses(relocations: bytes) -> set[int]:
    """The places in the data section that hold addresses of data."""
    reader, places = _Reader(relocations), set()
    reader.number()  # the index of the section
    for _ in range(reader.number()):
        assert reader.byte() == ADDRESS, "data may contain no other addresses"
        places.add(reader.number())
        reader.number(), reader.number()  # symbol and addend; the data already holds their sum
    return places


def _image(section: bytes, addresses: set[int]) -> tuple[bytes, list[int]]:
    """The data as it lies in memory, and the places of addresses in it."""
    reader, image, moved = _Reader(section), bytearray(), []
    for _ in range(reader.number()):
        assert reader.read(2) == b"\0" + I32_CONST, "a segment should begin at a constant"
        offset = reader.number()
        assert reader.read(1) == END
        image.extend(bytes(offset - len(image)))
        size = reader.number()
        begin = reader.tell()
        moved += [at - begin + offset for at in addresses if 0 <= at - begin < size]
        image += reader.read(size)
    return bytes(image), sorted(moved)


def _relocate(sections: dict[Any, bytes], image: bytes, moved: list[int], base: bytes) -> None:
    """Add a function that adds the memory's base to the addresses in the data."""
    body = b"\0"  # no variables
    for at in moved:
        address = number(int.from_bytes(image[at : at + 4], "little"))
        if address[-1] & 64:  # without another byte, the number would be negative
            address = address[:-1] + bytes([address[-1] | 128, 0])
        body += base + base + I32_CONST + address + I32_ADD + I32_STORE + number(at)
    kind = number(_Reader(sections[TYPE]).number())
    for section, item in ((TYPE, NOTHING), (FUNCTION, kind), (CODE, _with_size(body + END))):
        reader = _Reader(sections[section])
        count = reader.number() + 1
        sections[section] = number(count) + reader.read() + item


ENTRY: Final = "entry"  # runs the kernel, given its context, arguments and results
LISTEN: Final = "listen"  # receives the function to call at the node limit, see `may_go_on`

# At the node limit, the module asks the host's function, if there is one, whether to go on.
HOST: Final = f"""
@host = internal global ptr null
define void @{LISTEN}(ptr %host) {{
  store ptr %host, ptr @host
  ret void
}}
define internal i64 {GO_ON}() {{
  %host = load ptr, ptr @host
  %none = icmp eq ptr %host, null
  br i1 %none, label %alone, label %asked
alone:
  ret i64 0
asked:
  %answer = call i64 %host()
  ret i64 %answer
}}
"""


class Module(NamedTuple):
    """A kernel as WebAssembly.

    `facts` has "module", the name of the module that defines the states' class, and "facts", the
    caller's `Facts` and the states' layout as text, see `calling.as_text`.
    """

    code: bytes
    facts: dict[str, Any]


def module_of(function: Any, game: Any, *arguments: Any) -> Module:
    """The kernel for a game and arguments like these; raises `Unsupported` if it can't compile."""
    layout = layout_for(game)
    kinds = [kind_of(value, game, layout) for value in (game, *arguments)]

    def make() -> tuple[dict[str, Any], bytes]:
        compiler = compile_kernel(function, game, layout, kinds, asks_host=True)
        facts = as_text((facts_about(compiler), layout))
        code = object_code(compiler.text + HOST, browsers())
        known = {"module": type(game.start()).__module__, "facts": facts}
        return known, side_module(code, (ENTRY, LISTEN))

    made_of = fingerprint(function), identity(game), layout, bits_of_ints(game), processor()
    facts, code = object_for("wasm", repr(made_of), make)
    return Module(code, facts)
