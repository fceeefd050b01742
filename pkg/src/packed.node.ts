// Node.js: reads a wasm from the script that contains it.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { contentOf } from "./packed.js";

export const readPacked = (script: URL): Uint8Array => inflateRawSync(Buffer.from(contentOf(readFileSync(script, "latin1")), "base64"));
