// Drafts in IndexedDB, kept until they are saved. A catalog has a few slots and every tab holds one of them by a lock,
// so that two tabs on one catalog never write over each other.
import { run } from "./database.js";

const STORE = "drafts";
const SLOTS = 8; // free ones, so that as many tabs can be on one catalog

let held = null; // { key, release }

/** Takes a lock when it is free; null when another tab has it. Browsers without locks have no say. */
function lock(key) {
  if (!navigator.locks) return Promise.resolve({ key, release: () => {} });
  return new Promise((resolve, reject) => {
    const hold = (granted) => (granted ? new Promise((release) => resolve({ key, release })) : void resolve(null));
    navigator.locks.request(`olmkit draft: ${key}`, { ifAvailable: true }, hold).catch(reject);
  });
}

/** The slots of a title: those with drafts, and free ones. A draft that fits nothing now must not be written over. */
function slotsOf(title, kept) {
  const slots = [];
  for (let at = 1, free = 0; free < SLOTS; at += 1) {
    slots.push(at === 1 ? title : `${title} #${at}`);
    if (!kept.has(slots.at(-1))) free += 1;
  }
  return slots;
}

/**
 * Takes a slot of this title: one with a draft that `fits`, else an empty one. A draft that does not fit stays where it is.
 * Answers with the draft, how many other tabs have the title open, and how many drafts were left alone.
 */
export async function claim(title, fits) {
  held?.release();
  held = null;
  const kept = new Set(await run(STORE, "readonly", (store) => store.getAllKeys()));
  const slots = slotsOf(title, kept);
  const free = [];
  let tabs = 0;
  for (const key of slots) {
    const got = await lock(key);
    if (got) free.push(got);
    else tabs += 1;
  }
  let left = 0;
  let found = null;
  for (const slot of free.filter(({ key }) => kept.has(key))) {
    const draft = await run(STORE, "readonly", (store) => store.get(slot.key));
    if (!found && (await fits(draft))) found = { slot, draft };
    else left += 1;
  }
  const slot = found?.slot ?? free.find(({ key }) => !kept.has(key)) ?? null;
  for (const other of free) if (other !== slot) other.release();
  held = slot;
  return { draft: found?.draft, tabs, left };
}

const key = () => {
  if (!held) throw new Error("this catalog is open in too many tabs");
  return held.key;
};

export const saveDraft = async (draft) => run(STORE, "readwrite", (store) => store.put(draft, key()));
export const dropDraft = async () => held && run(STORE, "readwrite", (store) => store.delete(held.key));
