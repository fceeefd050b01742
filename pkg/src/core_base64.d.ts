/** The wasm of the engine, in base64 (scripts/build-pkg.mjs). */
declare const wasm: string;
export default wasm;
