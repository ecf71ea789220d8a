async ({code, fields, sizes, fill, begun, mebibytes, questions, limit}) => {
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
}
