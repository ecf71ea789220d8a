"""The engine in a browser finds the same values in as many states as here."""

import functools
from pathlib import Path

import pytest

import zermelo
from engineinpage import in_page, natively, positions
from staticsites import OWN
from zermelo.errors import NativeWarning, Stopped
from zermelo.native.calling import from_text
from zermelo.native.compiler.compiler import Compiler
from zermelo.native.compiler.faults import MEMORY
from zermelo.native.compiler.kinds import WORD
from zermelo.native.machine import browsers, object_code
from zermelo.native.wasm.sidemodule import side_module
from zermelo.publish.site import LARGEST, Kernel, kernel_of

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

COINS = Path(__file__).parents[2] / "docs" / "coins.py"  # rules of one's own

# Othello shifts beyond a word; dodgem has steps back. By the depth to search.
GAMES = {"othello": 3, "dodgem": 4}


@functools.cache
def all_kernels() -> dict[str, Kernel]:
    return {spec: kernel_of(zermelo.game(spec)) for spec in GAMES}


@pytest.fixture
def made() -> dict[str, Kernel]:
    return all_kernels()


@pytest.fixture(scope="module")
def bare(browser):
    page = browser.new_page()
    page.goto("about:blank")
    yield page
    page.close()


@pytest.mark.parametrize("spec", GAMES)
def test_it_finds_what_native_code_finds(spec, made, bare):
    game, depth = zermelo.game(spec), GAMES[spec]
    states = positions(game, 25)
    result = in_page(bare, made[spec], game, states, depth)
    here = [(score, nodes) for score, nodes, _ in natively(game, states, depth)]
    assert [(int(score), nodes) for _, _, score, nodes, _ in result] == here
    assert all(status == 0 for status, *_ in result)


def test_it_stops_at_its_limit_when_nobody_lets_it_go_on(made, bare):
    game = zermelo.game("othello")
    [(status, reported, _, nodes, _)] = in_page(
        bare, made["othello"], game, [game.start()], 30, limit="5000"
    )
    facts, _ = from_text(made["othello"].facts["facts"])
    assert status and facts.raised[int(reported)] is Stopped
    assert 5000 <= nodes < 5100


ADDRESSES = """
@first = internal constant [3 x i64] [i64 10, i64 11, i64 12]
@second = internal constant [3 x i64] [i64 20, i64 21, i64 22]
@rows = internal constant [2 x ptr] [ptr @first, ptr getelementptr (i64, ptr @second, i64 1)]
define i64 @entry(i32 %row, i32 %item) {
  %at = getelementptr ptr, ptr @rows, i32 %row
  %begin = load ptr, ptr %at
  %place = getelementptr i64, ptr %begin, i32 %item
  %value = load i64, ptr %place
  ret i64 %value
}
"""
ITEMS = """(bytes) => {
  const env = { memory: new WebAssembly.Memory({ initial: 1 }),
    __indirect_function_table: new WebAssembly.Table({ initial: 1, element: "anyfunc" }),
    __memory_base: new WebAssembly.Global({ value: "i32" }, 4096),
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, 60000) };
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  const { entry, __wasm_apply_data_relocs: relocate } =
    new WebAssembly.Instance(module, { env }).exports;
  relocate();
  return [entry(0, 0), entry(0, 2), entry(1, 0), entry(1, 1)].map(Number);
}"""


def test_addresses_in_data_are_those_of_the_loaded_module(bare):
    code = side_module(object_code(ADDRESSES, browsers()), ["entry"])
    assert bare.evaluate(ITEMS, [*code]) == [10, 12, 21, 22]


ZEROS = """([bytes, count]) => {
  const memory = new WebAssembly.Memory({ initial: 2 }), words = new BigInt64Array(memory.buffer);
  const env = { memory, __indirect_function_table: new WebAssembly.Table(
      { initial: 1, element: "anyfunc" }),
    __memory_base: new WebAssembly.Global({ value: "i32" }, 4096),
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, 60000) };
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  [words[2], words[3], words[100]] = [65536n, 131072n, BigInt(count)]; // the arena, the argument
  const status = new WebAssembly.Instance(module, { env }).exports.entry(0, 800, 808);
  return status ? Number(words[0]) : 0;
}"""


def zeros(count: int) -> int:
    items = [0] * count
    items[count >> 1] = 1
    return items[0]


@pytest.mark.parametrize("count", [1_000, 90_000, 1 << 32, 1 << 61])
def test_what_takes_more_memory_than_there_is_ends_in_an_error(count, bare):
    text = Compiler(None, None).module(zeros, [WORD])
    code = side_module(object_code(text, browsers()), ["entry"])
    assert bare.evaluate(ZEROS, [[*code], count]) == (0 if count == 1_000 else MEMORY)


def test_a_module_is_small(made):
    assert all(len(kernel.code) <= LARGEST for kernel in made.values())


def test_of_what_is_not_compiled_the_reason_is_told(tmp_path):
    path = tmp_path / "take.py"
    path.write_text(OWN)
    with pytest.warns(NativeWarning, match=r"runs as plain Python, slowly: take.py:19: "):
        result = kernel_of(zermelo.game(f"{path}:Take"))
    assert result.why.startswith("take.py:19: ")
    with pytest.warns(NativeWarning, match="sprouts.*, slowly: its rules request"):
        result = kernel_of(zermelo.game("sprouts(spots=1)"))
    assert result.why == "its rules request it (compiles = False)"


def test_modules_are_sound_and_kept(bare, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    asked = [zermelo.game(str(COINS)), game := zermelo.game("othello")]
    together = [*map(kernel_of, asked)]
    states = positions(game, 5)
    in_browser = in_page(bare, together[1], game, states, 3)
    here = [(score, nodes) for score, nodes, _ in natively(game, states, 3)]
    assert [(int(score), nodes) for _, _, score, nodes, _ in in_browser] == here
    monkeypatch.setattr("zermelo.native.wasm.sidemodule.side_module", None)
    assert [*map(kernel_of, asked)] == together
