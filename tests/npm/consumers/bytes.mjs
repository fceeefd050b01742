// The command line's wasm as bytes in the bundle.
import init, { validateBundle } from "olmkit/bundle";
import wasm from "olmkit/cli_bg.wasm";

await init(wasm);
console.log(validateBundle([]).diagnostics[0].rule);
