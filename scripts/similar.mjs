// Orders the functions of a module for gzip, which finds repetitions only within 32 KiB. Similar functions are placed
// close to each other.

// Functions are compared by their substrings of this many bytes, called parts, which are hashed to this many values. A
// part that only one function has, or too many have, is ignored.
const PART = 6;
const HASHES = 1 << 20;

/**
 * The parameters to try: the maximum number of functions that may have a part, the number of bytes that are looked back
 * (less than the window of gzip), and the weight of a function's size. None of them is the best for all modules.
 */
export const ORDERS = [
  { common: 400, window: 28_000, power: 0.75 },
  ...[400, 800, 1200].flatMap((common) => [26_000, 28_000, 30_000, 31_000].flatMap((window) => [0.65, 0.7, 0.8].map((power) => ({ common, window, power })))),
];

/** Returns the hashes of a function's parts, without duplicates. */
function parts(body) {
  const found = new Set();
  for (let from = 0; from + PART <= body.length; from++) {
    let hash = 0;
    for (let at = from; at < from + PART; at++) hash = (Math.imul(hash ^ body[at], 0x01000193) + at - from) | 0;
    found.add(((hash ^ (hash >>> 15)) >>> 0) % HASHES);
  }
  return Uint32Array.from(found);
}

/**
 * Returns the functions that have each part (`functions` from `start[part]` to `start[part + 1]`, exclusive), and the
 * weight of each part. Rare parts have more weight.
 */
function index(bodies, common) {
  const count = new Uint32Array(HASHES);
  const all = bodies.map(parts);
  for (const hashes of all) for (const part of hashes) count[part]++;
  const tells = (part) => count[part] > 1 && count[part] <= common;
  const start = new Uint32Array(HASHES + 1);
  const weight = new Float32Array(HASHES);
  for (let part = 0; part < HASHES; part++) {
    start[part + 1] = start[part] + (tells(part) ? count[part] : 0);
    if (tells(part)) weight[part] = Math.log(bodies.length / count[part]);
  }
  const functions = new Uint32Array(start[HASHES]);
  const next = start.slice();
  const known = all.map((hashes) => hashes.filter(tells));
  known.forEach((hashes, at) => {
    for (const part of hashes) functions[next[part]++] = at;
  });
  return { known, start, functions, weight };
}

/**
 * Returns the order, as indices into `bodies`. After each function comes the one that shares the most parts with the
 * functions in the window, by weight and relative to its size. The result is deterministic.
 */
export function similarOrder(bodies, { common, window, power }) {
  const { known, start, functions, weight } = index(bodies, common);
  const inWindow = new Uint16Array(HASHES);
  const score = new Float64Array(bodies.length);
  const perSize = Float64Array.from(bodies, (body) => (body.length + 20) ** -power);
  const add = (part, sign) => {
    for (let at = start[part]; at < start[part + 1]; at++) score[functions[at]] += sign * weight[part];
  };
  const left = Int32Array.from(bodies, (_, at) => at);
  const order = [];
  let oldest = 0;
  let bytes = 0;
  for (let count = left.length; count > 0; count--) {
    let best = 0;
    for (let at = 1; at < count; at++) {
      const [one, other] = [score[left[at]] * perSize[left[at]], score[left[best]] * perSize[left[best]]];
      if (one > other || (one === other && left[at] < left[best])) best = at;
    }
    const chosen = left[best];
    left[best] = left[count - 1];
    order.push(chosen);
    bytes += bodies[chosen].length;
    for (const part of known[chosen]) if (inWindow[part]++ === 0) add(part, 1);
    for (; bytes > window && oldest < order.length - 1; oldest++) {
      bytes -= bodies[order[oldest]].length;
      for (const part of known[order[oldest]]) if (--inWindow[part] === 0) add(part, -1);
    }
  }
  return order;
}
