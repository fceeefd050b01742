// Recently opened folders. The browser stores their handles, not their content, and asks for permission before they are
// read again.
import { run } from "./database.js";
import { drafts, heldKey, type KeptSource, sourceOf } from "./drafts.js";
import { sentenceOf } from "./engine.js";
import { isGone, type Opened, readFolder } from "./files.js";
import type { Draft, RecentFolder } from "./generated/page.js";
import type { Emit } from "./store/events.js";

const STORE = "folders";
const KEY = "recent";
const MAX = 6;

type Folder = { handle: FileSystemDirectoryHandle; opened: number };

/** The key of a folder is the time at which it was opened, because another tab can change the order. */
const keyOf = (opened: number) => String(opened);
const load = async (): Promise<Folder[]> => (await run(STORE, "readonly", (store) => store.get(KEY))) ?? [];
const keep = (list: Folder[]) => run(STORE, "readwrite", (store) => store.put(list, KEY));
const without = async (list: Folder[], handle: FileSystemHandle) => {
  const same = await Promise.all(list.map((one) => one.handle.isSameEntry(handle)));
  return list.filter((_, at) => !same[at]);
};

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The folders, most recent first: key, name, time, and whether there is a draft of it. */
export async function recent(): Promise<RecentFolder[]> {
  const kept = (await drafts()).map(({ source }) => source?.handle).filter((handle) => handle !== undefined);
  const isUnsaved = async (handle: FileSystemHandle) => (await Promise.all(kept.map((one) => one.isSameEntry(handle)))).includes(true);
  return Promise.all((await load()).map(async ({ handle, opened }) => ({ key: keyOf(opened), name: handle.name || "folder", opened: time.format(opened), unsaved: await isUnsaved(handle) })));
}

/** The drafts as the start page lists them. */
export const unsaved = async (): Promise<Draft[]> => (await drafts()).map(({ source, storedAt, ...draft }) => ({ ...draft, saved: time.format(storedAt), canContinue: source !== undefined }));

/** The folders, and the drafts of other tabs. If they cannot be read, reports why, and returns none. */
export async function stored(emit: Emit): Promise<{ folders: RecentFolder[]; drafts: Draft[] }> {
  try {
    return { folders: await recent(), drafts: (await unsaved()).filter(({ key }) => key !== heldKey()) };
  } catch (error) {
    emit("failed", { message: `Recent folders and drafts cannot be read: ${sentenceOf(error)}` });
    return { folders: [], drafts: [] };
  }
}

/** Opens the source of a draft again. */
export async function continued(key: string): Promise<Opened> {
  const source = await sourceOf(key);
  if (!source) throw new Error("The files of this draft are not kept. Open them again to restore the draft.");
  const opened = await readSource(source);
  const beside: Opened[] = [];
  for (const one of source.beside ?? []) beside.push(await readSource(one));
  // The draft is attached to the last one because it belongs to all of them.
  return [opened, ...beside].reduceRight<Opened | undefined>((next, one) => ({ ...one, ...(next ? { next } : { draft: key }) }), undefined) ?? opened;
}

async function readSource(source: KeptSource): Promise<Opened> {
  const { list, handle } = source.handle ? await readKept(source.handle) : { list: source.list, handle: null };
  return { list, handle, name: source.title };
}

export async function remember(handle: FileSystemDirectoryHandle): Promise<void> {
  const others = await without(await load(), handle);
  await keep([{ handle, opened: Date.now() }, ...others].slice(0, MAX));
}

export const forget = async (key: string) => keep((await load()).filter(({ opened }) => keyOf(opened) !== key));

/** Opens a folder again. The browser may ask the user for permission. */
export async function reopen(key: string): Promise<Opened> {
  const { handle } = (await load()).find(({ opened }) => keyOf(opened) === key) ?? {};
  if (!handle) throw new Error("This folder is no longer kept.");
  return readKept(handle, () => forget(key));
}

async function readKept(handle: FileSystemDirectoryHandle, onGone: () => Promise<unknown> = async () => {}): Promise<Opened> {
  if ((await handle.requestPermission({ mode: "readwrite" })) !== "granted") throw new Error(`The browser did not allow reading ${handle.name}.`);
  try {
    return await readFolder(handle);
  } catch (error) {
    if (!isGone(error)) throw error;
    await onGone();
    throw new Error(`${handle.name} was moved or removed. Select the folder again.`);
  }
}
