// The engine out of a script: synchronous, so that it is ready when the script is.
import { inflateSync } from "fflate";
import packed from "./core_packed.js";

/** The wasm of the engine. */
export function engineBytes(): Uint8Array<ArrayBuffer> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at); // several times as fast as Uint8Array.from
  return inflateSync(bytes) as Uint8Array<ArrayBuffer>;
}
