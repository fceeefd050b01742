// The error if a bundler does not include the wasm.
import { validate } from "olmkit";
import initBundle, { validateBundle } from "olmkit/bundle";
import { createClient } from "olmkit/client";

async function prints(call) {
  try {
    await call();
  } catch (error) {
    console.log(`${error.code}: ${error.message}`);
  }
}
await prints(() => validate([]));
await prints(() => validateBundle([]));
await initBundle();
console.log(`loaded: ${validateBundle([]).diagnostics[0].rule}`);
await prints(() => createClient().report());
