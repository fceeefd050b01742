// `npm run build:vscode`: builds the extension for Visual Studio Code and its dependencies. `--quick` minimizes the
// build time, not the size.
import { extensionSteps } from "./build.mjs";
import { runSteps } from "./progress.mjs";
import { checkLanguages, fail } from "./tools.mjs";

checkLanguages();
await runSteps(extensionSteps(process.argv.includes("--quick"))).catch((error) => fail(error.message));
