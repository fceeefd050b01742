// A wasm as a script: deflated, in base64 (scripts/build-pkg.mjs). So every bundler takes it along, and an entry can have it
// inside.

/** What the script exports, from its text. */
export const contentOf = (script: string) => script.slice(script.indexOf('"') + 1, script.lastIndexOf('"'));

/** The bytes, still deflated. */
export function deflated(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at); // several times as fast as Uint8Array.from
  return bytes;
}

/** The wasm as if it had been fetched: it is compiled while it is inflated. */
export function response(packed: string): Response {
  const bytes = new Blob([deflated(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(bytes, { headers: { "content-type": "application/wasm" } });
}
