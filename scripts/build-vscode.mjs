// `npm run build:vscode`: the extension for Visual Studio Code, with all that it needs. `--quick`: soonest, not small.
import { extensionSteps } from "./build.mjs";
import { runSteps } from "./progress.mjs";
import { checkLanguages, fail } from "./tools.mjs";

checkLanguages();
await runSteps(extensionSteps(process.argv.includes("--quick"))).catch((error) => fail(error.message));
