// Drafts in IndexedDB, kept until they are saved. A catalog has several slots, and each tab holds one of them by a
// lock, so that two tabs on one catalog never overwrite each other. A draft is stored with its source: the files or
// folder to open to continue it.
import { run } from "./database.js";
import { isDiscarded, setDiscarded } from "./discarded.js";
import type { OpenedFile } from "./store/documents.js";
import type { Draft } from "./store/draft.js";

/** What was opened. `beside`: what was opened in addition. */
export type Source = { title: string; list: OpenedFile[]; handle: FileSystemDirectoryHandle | null; beside?: Source[] };

/** The title of everything that is open. Identifies drafts. */
export const titleOf = ({ title, beside = [] }: Source): string => [title, ...beside.map((one) => one.title)].join(" + ");

/** The title for display: files that were chosen one by one have no common name. */
export const labelOf = (source: Source): string =>
  [source, ...(source.beside ?? [])].map(({ title, list, handle }) => (!handle && list.length > 1 && list.some(({ path }) => path === title) ? `${list.length} files` : title)).join(" + ");

/** The files or folder to open to continue a draft. */
export type KeptSource = { title: string; beside?: KeptSource[] } & ({ handle: FileSystemDirectoryHandle; list?: undefined } | { list: Pick<OpenedFile, "path" | "bytes">[]; handle?: undefined });
const NOTHING = new Uint8Array();

type Slot = { key: string; release: () => void };

const DRAFTS = "drafts";
const SOURCES = "sources";
const SLOTS = 8; // free slots: the number of tabs that can open one catalog
const LARGEST = 50 * 1024 * 1024; // bytes of files that are stored with a draft; of a folder only its handle is stored

let held: Slot | null = null;
let refusal: unknown; // why no slot is held
let source: Source | null = null; // what was opened
let isKept = false; // whether the source is stored with the draft
let mayBeStored = false; // whether the slot may have a draft

const lockOf = (key: string) => `olmkit draft: ${key}`;
/** The names of the locks that are held by any tab. */
const heldLocks = async () => new Set((await navigator.locks?.query())?.held?.map(({ name }) => name) ?? []);

/**
 * Acquires a lock if it is free. Returns null if another tab holds it. Browsers without the Lock API always succeed.
 */
function lock(key: string): Promise<Slot | null> {
  if (!navigator.locks) return Promise.resolve({ key, release: () => {} });
  return new Promise((resolve, reject) => {
    const hold = (granted: Lock | null): Promise<void> | void => (granted ? new Promise((release) => resolve({ key, release })) : resolve(null));
    navigator.locks.request(lockOf(key), { ifAvailable: true }, hold).catch(reject);
  });
}

/**
 * The slots of a title: those with drafts and `SLOTS` free ones. Free ones are needed because a draft that does not fit
 * now must not be overwritten.
 */
function slotsOf(title: string, kept: Set<IDBValidKey>): string[] {
  const slots: string[] = [];
  for (let at = 1, free = 0; free < SLOTS; at += 1) {
    const slot = at === 1 ? title : `${title} #${at}`;
    slots.push(slot);
    if (!kept.has(slot)) free += 1;
  }
  return slots;
}

/**
 * Acquires a slot for what is opened (`title`, `list`, `handle` of a folder): a slot with a draft that `fits`, trying
 * `preferred` first, otherwise an empty slot. A draft that does not fit is kept. Returns the draft, the number of other
 * tabs that have the title open, and the number of drafts that were not used.
 */
export async function claim(opened: Source, fits: (draft: Draft) => Promise<boolean>, preferred = ""): Promise<{ draft: Draft | undefined; tabs: number; left: number }> {
  held?.release();
  held = null;
  source = opened;
  isKept = false;
  refusal = new Error("this catalog is open in too many tabs");
  const free: Slot[] = [];
  let tabs = 0;
  try {
    const kept = new Set(await run(DRAFTS, "readonly", (store) => store.getAllKeys()));
    for (const key of slotsOf(titleOf(opened), kept)) {
      const got = await lock(key);
      if (got) free.push(got);
      else tabs += 1;
    }
    for (const { key } of free.filter(({ key }) => isDiscarded(key))) {
      await remove(key);
      kept.delete(key);
    }
    const withDraft = free.filter(({ key }) => kept.has(key)).sort((a, b) => Number(b.key === preferred) - Number(a.key === preferred));
    const found = await fitting(withDraft, fits, kept);
    held = found?.slot ?? free.find(({ key }) => !kept.has(key)) ?? null;
    mayBeStored = found !== undefined;
    return { draft: found?.draft, tabs, left: withDraft.filter(({ key }) => kept.has(key)).length - (found ? 1 : 0) };
  } catch (error) {
    refusal = error;
    throw error;
  } finally {
    for (const slot of free) if (slot !== held) slot.release();
  }
}

/** The draft of a slot. Another tab may have deleted it since the keys were listed. */
const draftAt = (key: string): Promise<Draft | undefined> => run(DRAFTS, "readonly", (store) => store.get(key));

/** The first slot whose draft fits. Removes those without a draft from `kept`. */
async function fitting(slots: Slot[], fits: (draft: Draft) => Promise<boolean>, kept: Set<IDBValidKey>): Promise<{ slot: Slot; draft: Draft } | undefined> {
  for (const slot of slots) {
    const draft = await draftAt(slot.key);
    if (!draft) kept.delete(slot.key);
    else if (await fits(draft)) return { slot, draft };
  }
  return undefined;
}

const key = () => {
  if (!held) throw refusal;
  return held.key;
};
/** The key of the draft of what is open, if this tab holds one. */
export const heldKey = () => held?.key;

/** Records at once whether the draft of what is open is still wanted. Storing and deleting it takes time. */
export function setWanted(isWanted: boolean): void {
  if (held && mayBeStored) setDiscarded(held.key, !isWanted);
}

/** Records that the draft of what is open is deleted and that no write is waiting. */
export function dropped(): void {
  setWanted(true);
  mayBeStored = false;
}

export async function saveDraft(draft: Draft): Promise<void> {
  mayBeStored = true;
  await run(DRAFTS, "readwrite", (store) => store.put(draft, key()));
  if (!source || isKept) return;
  isKept = true;
  const kept = keptOf(source);
  if (kept) await run(SOURCES, "readwrite", (store) => store.put(kept, key())).catch(() => {}); // the draft itself has been stored
}

function keptOf({ title, list, handle, beside = [] }: Source): KeptSource | null {
  const size = list.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const others = beside.map(keptOf).filter((one) => one !== null);
  if ((!handle && size > LARGEST) || others.length < beside.length) return null;
  return {
    title,
    beside: others,
    ...(handle ? { handle } : { list: list.map(({ path, bytes, unreadable, isPasted }) => ({ path, bytes: isPasted ? NOTHING : bytes, ...(unreadable ? { unreadable } : {}) })) }),
  };
}

export async function dropDraft(): Promise<void> {
  isKept = false;
  if (held) await discard(held.key);
}

/** Deletes a draft and its source, unless another tab holds it. */
export async function discardDraft(key: string): Promise<void> {
  const got = await lock(key);
  if (!got) return;
  try {
    await remove(key);
  } finally {
    got.release();
  }
}

/** Deletes a draft that no tab holds. */
async function remove(key: string): Promise<void> {
  await discard(key);
  setDiscarded(key, false);
}

async function discard(key: string): Promise<void> {
  await run(DRAFTS, "readwrite", (store) => store.delete(key));
  await run(SOURCES, "readwrite", (store) => store.delete(key));
}

/** The source of a draft: `{ title, list }` or `{ title, handle }`. Undefined if it is not known. */
export const sourceOf = (key: string): Promise<KeptSource | undefined> => run(SOURCES, "readonly", (store) => store.get(key));

/**
 * The drafts, newest first: key, title, number of files, time, whether another tab has it open, and how it is opened.
 */
export async function drafts() {
  const all = (await run(DRAFTS, "readonly", (store) => store.getAllKeys())) as string[];
  const keys = all.filter((key) => !isDiscarded(key));
  const locks = await heldLocks();
  const found = await Promise.all(
    keys.map(async (key) => {
      const draft = await draftAt(key);
      return draft ? [{ key, title: draft.title, files: draft.files.length, storedAt: draft.storedAt, isOpen: locks.has(lockOf(key)), source: await sourceOf(key) }] : [];
    }),
  );
  return found.flat().sort((a, b) => b.storedAt - a.storedAt);
}

/**
 * Resolves when a tab releases one of these drafts, or when `isWanted` returns false. Polls, because holding a lock
 * would block other tabs.
 */
export async function released(keys: string[], isWanted: () => boolean): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const locks = await heldLocks();
    if (!isWanted() || keys.some((key) => !locks.has(lockOf(key)))) return;
  }
}
