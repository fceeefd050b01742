/** The wasm of the engine, deflated, in base64 (scripts/build-pkg.mjs). */
declare const wasm: string;
export default wasm;
