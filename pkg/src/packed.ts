// A wasm as a script: deflated, in base64 (scripts/build-pkg.mjs). All bundlers include a script, and an entry can
// embed it.

/** Returns the export of the script, given its source. */
export const contentOf = (script: string) => script.slice(script.indexOf('"') + 1, script.lastIndexOf('"'));

/** Returns the bytes, still deflated. */
export function deflated(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at); // several times faster than Uint8Array.from
  return bytes;
}

/** Returns the wasm as a fetched response, so that it is compiled while it is inflated. */
export function response(packed: string): Response {
  const bytes = new Blob([deflated(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(bytes, { headers: { "content-type": "application/wasm" } });
}
