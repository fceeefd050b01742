// Bundles, dependencies and the command line where nothing can be fetched: their wasm is inside of the script, and ready at once.
import { validateBundle } from "olmkit/bundle/inline";
import { run } from "olmkit/cli/inline";
import init, { resolve } from "olmkit/resolver/inline";

const { rule } = validateBundle([]).diagnostics[0];
const { code, stderr } = run(["validate", "absent"]);
if (!rule || code !== 2 || !stderr.includes("absent")) throw new Error(`${rule} ${code} ${stderr}`);
resolve([], {});
init().then(() => console.log("inside"));
