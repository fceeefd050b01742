// An engine of its own on what is open, for a look at what changes would make of it. The page's engine never sees them.
import type { EngineClient } from "olmkit/client";
import { createEngine } from "./engine.js";
import type { Held } from "./store/documents.js";
import { allFiles, settings, snapshot } from "./store.js";

/** Does the work, and ends the engine whatever comes of it. `held`: the texts that the engine has. */
export async function aside<Result>(work: (other: EngineClient, held: Held) => Promise<Result>): Promise<Result> {
  const other = await createEngine();
  try {
    const held = snapshot();
    const files = allFiles().map(({ path, content }) => ({ path, bytes: content.slice() }));
    await other.reset(settings());
    await other.openMany(files);
    return await work(other, held);
  } finally {
    other.terminate();
  }
}
