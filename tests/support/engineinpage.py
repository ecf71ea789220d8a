"""Run the engine's WebAssembly in a bare page, without Pyodide, to compare it with native code."""

import base64
import math
import random
import time
from typing import Any

from zermelo.contract.game import ONGOING, Game
from zermelo.native.calling import from_text
from zermelo.native.values import codec
from zermelo.publish.site import Kernel
from zermelo.search.counters import NO_LIMIT
from zermelo.search.engine.compiling import Workspace, kernels_for
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.table import FIELDS, NEVER, NO_KEY, NO_MOVE, NOWHERE, SHAPES, Table

# The initial values of arrays; moves and ranks are written before they are read.
FILL = {"killers": NO_MOVE, "path": NO_KEY, "due": NEVER, "history": 0, "claims": 0}

SCRIPT = """async ({code, fields, sizes, fill, begun, mebibytes, questions, limit}) => {
  const memory = new WebAssembly.Memory({ initial: 64 + 16 * mebibytes + 64 });
  const words = new BigInt64Array(memory.buffer);
  const table = new WebAssembly.Table({ initial: 8, element: "anyfunc" });
  const env = { memory, __indirect_function_table: table,
    __memory_base: new WebAssembly.Global({ value: "i32" }, 1024),
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, 1 << 21) };
  const wide = (shift) => (place, low, high, count) => {
    const shifted = shift((high << 64n) | BigInt.asUintN(64, low), BigInt(count));
    words[place / 8] = BigInt.asIntN(64, shifted);
    words[place / 8 + 1] = BigInt.asIntN(64, shifted >> 64n);
  };
  env.__ashlti3 = wide((value, count) => value << count);
  env.__ashrti3 = wide((value, count) => value >> count);
  env.__lshrti3 = wide((value, count) => BigInt.asUintN(128, value) >> count);
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  instance.exports.__wasm_apply_data_relocs?.();
  let top = (1 << 21) / 8;
  const room = (size) => (top += size) - size;
  const most = questions[0].state.length, arena = room(1 << 17);
  const [context, given, result] = [room(most + 32), room(most + 8), room(1)];
  const record = room(fields.length);
  words[context + 2] = BigInt(8 * arena);
  words[context + 3] = BigInt(8 * arena + (1 << 20));
  const field = (name) => record + fields.indexOf(name);
  const buckets = 2 ** (15 + Math.log2(mebibytes));
  const places = { table: room(4 * buckets), repeated: room(1), endgames: room(1) };
  for (const [name, size] of Object.entries(sizes)) places[name] = room(size);
  const answers = [];
  for (const { state, depth, alpha, beta } of questions) {
    words.fill(0n, places.table, places.table + 4 * buckets);
    words.fill(0n, record, record + fields.length);
    for (const [name, place] of Object.entries(places)) words[field(name)] = BigInt(8 * place);
    for (const [name, size] of Object.entries(sizes))
      words.fill(BigInt(fill[name] ?? 0), places[name], places[name] + size);
    for (const [name, value] of Object.entries({ ...begun, buckets, most: buckets }))
      words[field(name)] = BigInt(value);
    words[field("node_limit")] = BigInt(limit);
    words.set([...state, depth, alpha, beta, 1, 8 * record].map(BigInt), given);
    const began = performance.now();
    const status = Number(instance.exports.entry(8 * context, 8 * given, 8 * result));
    const seconds = (performance.now() - began) / 1e3;
    const error = status ? String(words[context]) : "";
    answers.push([status, error, String(words[result]), Number(words[field("nodes")]), seconds]);
  }
  return answers;
}"""


def in_page(
    page: Any, kernel: Kernel, game: Game[Any], states: list[Any], depth: int, **more: Any
) -> list[tuple[Any, ...]]:
    """Return the status, the error number, score, nodes and seconds of each search."""
    _, layout = from_text(kernel.facts["facts"])
    questions = [
        {"state": _words(state, layout), "depth": depth, "alpha": -INFINITE, "beta": INFINITE}
        for state in states
    ]
    given: dict[str, Any] = {
        "code": base64.b64encode(kernel.code).decode(),
        "fields": FIELDS,
        "sizes": {name: math.prod(shape) for name, shape in SHAPES.items()},
        "fill": FILL,
        "begun": {"reached": NOWHERE, "capped": NEVER, "age": 1},
        "mebibytes": 1,
        "questions": questions,
        "limit": str(NO_LIMIT),
    }
    return page.evaluate(SCRIPT, given | more)  # type: ignore[no-any-return]


def natively(game: Game[Any], states: list[Any], depth: int) -> list[tuple[int, int, float]]:
    """Return score, nodes and seconds of the same searches in this process."""
    kernel, table, result = kernels_for(game).search, Table(1), []
    for state in states:
        table.forget()
        table.age = 0
        workspace = Workspace(table, native=True)
        began = time.perf_counter()
        score = kernel(game, state, depth, -INFINITE, INFINITE, 1, workspace.memory)
        seconds = time.perf_counter() - began
        result.append((int(score), int(workspace.memory["nodes"]), seconds))
    return result


def _words(state: Any, layout: Any) -> list[str]:
    """A state as it lies in memory, in 64-bit words."""
    room = bytearray(-(-codec(layout).size // 8) * 8)
    codec(layout).put(room, 0, state, {})
    return [str(word) for word in memoryview(room).cast("q")]


def positions(game: Game[Any], count: int) -> list[Any]:
    """Return `count` different positions of random games that are not over."""
    chance, state = random.Random(1), game.start()
    result = {state: None}
    while len(result) < count:
        state = game.play(state, chance.choice(list(game.moves(state))))
        if game.outcome(state) != ONGOING:
            state = game.start()
        result[state] = None
    return list(result)
