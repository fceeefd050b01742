// Stores the bundle that an open bundle is compared with, until the same bundle is opened again.
import { run } from "./database.js";

type BundleFile = { path: string; bytes: Uint8Array<ArrayBuffer> };

/** `opened`: what was opened, and the name of the bundle in it. */
type StoredBundle = { opened: string; files: BundleFile[] };

const STORE = "previous";
const MAX = 8; // maximum number of bundles whose previous bundle is stored
const LARGEST = 20 * 1024 * 1024; // bytes

/**
 * Stores the files of the previous bundle. Without storage, or if they are too large, the user must choose them again.
 */
export async function keepPrevious(opened: string, files: BundleFile[]): Promise<void> {
  await forgetPrevious(opened);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > LARGEST) return;
  const keys = (await run(STORE, "readonly", (store) => store.getAllKeys())) as number[];
  for (const old of keys.slice(0, Math.max(0, keys.length + 1 - MAX))) await run(STORE, "readwrite", (store) => store.delete(old));
  const kept: StoredBundle = { opened, files };
  await run(STORE, "readwrite", (store) => store.put(kept, (keys.at(-1) ?? 0) + 1));
}

/** The files of the previous bundle that was chosen last time. Null if there are none. */
export async function previousFiles(opened: string): Promise<BundleFile[] | null> {
  const all: StoredBundle[] = await run(STORE, "readonly", (store) => store.getAll());
  return all.find((kept) => kept.opened === opened)?.files ?? null;
}

/** Deletes the previous bundle. */
export async function forgetPrevious(opened: string): Promise<void> {
  for (const key of await run(STORE, "readonly", (store) => store.getAllKeys())) {
    const kept: StoredBundle | undefined = await run(STORE, "readonly", (store) => store.get(key));
    if (kept?.opened === opened) await run(STORE, "readwrite", (store) => store.delete(key));
  }
}
