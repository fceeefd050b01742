// Decodes a wasm from a script. Synchronous, so that the wasm is ready when the script is loaded.
import { inflateSync } from "fflate";
import { deflated } from "./packed.js";

export const unpack = (packed: string) => inflateSync(deflated(packed)) as Uint8Array<ArrayBuffer>;
