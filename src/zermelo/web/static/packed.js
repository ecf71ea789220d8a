// @ts-check
/* JSON in an address: deflated, in the letters that need no escape there. */

const LARGEST = 200_000; // characters that are unpacked, as many as a request may have

/** @param {object} content */
export async function pack(content) {
  const bytes = await through(new Blob([JSON.stringify(content)]), new CompressionStream("deflate-raw"), Infinity);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What was packed; an Error in a sentence for what was not.
    @param {string} text */
export async function unpack(text) {
  try {
    const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const unpacked = await through(new Blob([bytes]), new DecompressionStream("deflate-raw"), LARGEST);
    return JSON.parse(new TextDecoder().decode(unpacked));
  } catch {
    throw new Error("it is damaged, or cut off");
  }
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} stream @param {number} most */
async function through(blob, stream, most) {
  const parts = [];
  let size = 0;
  const reader = blob.stream().pipeThrough(stream).getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value);
    size += value.length;
    if (size > most) throw new Error("too large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
