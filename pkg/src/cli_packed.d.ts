/** The wasm of the command line, deflated, in base64 (scripts/build-pkg.mjs). */
declare const wasm: string;
export default wasm;
