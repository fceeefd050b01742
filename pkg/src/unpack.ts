// A wasm out of a script: synchronous, so that it is ready when the script is.
import { inflateSync } from "fflate";
import { deflated } from "./packed.js";

export const unpack = (packed: string) => inflateSync(deflated(packed)) as Uint8Array<ArrayBuffer>;
