// Bundles, dependencies and the command line without fetching: the script contains their wasm, which is ready
// immediately.
import { validateBundle } from "olmkit/bundle/inline";
import { run } from "olmkit/cli/inline";
import init, { resolve } from "olmkit/resolver/inline";

const { rule } = validateBundle([]).diagnostics[0];
const { code, stderr } = run(["validate", "absent"]);
if (!rule || code !== 2 || !stderr.includes("absent")) throw new Error(`${rule} ${code} ${stderr}`);
resolve([], {});
init().then(() => console.log("inside"));
