// The engine's worker in the page. Its name is the URL of its wasm (web/editor/src/hosted/workers.ts).
import { answering } from "olmkit/answering";
import * as entry from "olmkit/index";

const answer = answering({ ...entry, default: () => entry.default(self.name) }, (response) => postMessage(response));
addEventListener("message", ({ data }) => answer(data));
