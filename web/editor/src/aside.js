// An engine of its own on what is open, for a look at what changes would make of it. The page's engine never sees them.
import { createEngine } from "./engine.js";
import { allFiles, settings } from "./store.js";

/** Does the work, and ends the engine whatever comes of it. */
export async function aside(work) {
  const other = await createEngine();
  try {
    await other.reset(settings());
    await other.openMany(allFiles().map(({ path, content }) => ({ path, bytes: content.slice() })));
    return await work(other);
  } finally {
    other.terminate();
  }
}
