// The error if a bundler does not include the wasm.
import { validate } from "olmkit";
import initBundle, { validateBundle } from "olmkit/bundle";
import { createClient } from "olmkit/client";

async function said(call) {
  try {
    await call();
  } catch (error) {
    console.log(`${error.code}: ${error.message}`);
  }
}
await said(() => validate([]));
await said(() => validateBundle([]));
await initBundle();
console.log(`loaded: ${validateBundle([]).diagnostics[0].rule}`);
await said(() => createClient().report());
