// The names of a wasm module's imports end with a hash, which cannot be compressed. wasm-bindgen writes them.

/**
 * Returns a function that replaces each hash in a module, or in its script, with a number of the same length: equal
 * hashes with equal numbers.
 */
export function numbering() {
  const numbers = new Map();
  const number = (hash) => numbers.get(hash) ?? numbers.set(hash, String(numbers.size).padStart(hash.length, "0")).get(hash);
  return (bytes) => Buffer.from(bytes.toString("latin1").replace(/(?<=__wb\w+_)[0-9a-f]{16}/g, number), "latin1");
}
