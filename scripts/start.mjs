// `npm start`: the fastest way from a fresh clone to the editor on localhost. `npm start -- PATH` opens a folder or a
// file, as `olmkit open` does. `--build-only` builds the published editor, and does not serve it.
import { join } from "node:path";
import { editorSteps } from "./build.mjs";
import { runSteps, say } from "./progress.mjs";
import { serveEditor } from "./serve.mjs";
import { checkLanguages, fail, root } from "./tools.mjs";

checkLanguages();
const buildOnly = process.argv.includes("--build-only");
const steps = editorSteps(!buildOnly);
if (steps.length) say(`to do: ${steps.map((step) => step.title).join(", ")}`);
await runSteps(steps).catch((error) => fail(`${error.message}\n\nThe full output is in .cache/log. Fix this and run \`npm start\` again: finished steps are kept.`));
const path = process.argv.slice(2).find((arg) => !arg.startsWith("--"));
if (!buildOnly && path) {
  const { open } = await import("../pkg/dist/open.node.js");
  const server = await open({ path, page: join(root, "dist") }).catch((error) => fail(error.message));
  say(`the editor on ${path} is at ${server.address}   (the address works once; Ctrl-C stops it)`);
} else if (!buildOnly) {
  const server = await serveEditor();
  say(`the editor is at http://127.0.0.1:${server.address().port}/#sample=valid   (Ctrl-C stops it)`);
}
