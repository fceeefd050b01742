// `npm start`: from a fresh clone to the editor on localhost, the soonest way. `--build-only` ends before serving, with
// everything as it is published.
import { editorSteps } from "./build.mjs";
import { runSteps, say } from "./progress.mjs";
import { serveEditor } from "./serve.mjs";
import { checkLanguages, fail } from "./tools.mjs";

checkLanguages();
const buildOnly = process.argv.includes("--build-only");
const steps = editorSteps(!buildOnly);
if (steps.length) say(`to do: ${steps.map((step) => step.title).join(", ")}`);
await runSteps(steps).catch((error) => fail(`${error.message}\n\nThe full output is in .cache/log. Fix this and run \`npm start\` again: finished steps are kept.`));
if (!buildOnly) {
  const server = await serveEditor();
  say(`the editor is at http://127.0.0.1:${server.address().port}/#sample=valid   (Ctrl-C stops it)`);
}
