// Drafts in IndexedDB, kept until they are saved. A catalog has a few slots and every tab holds one of them by a lock,
// so that two tabs on one catalog never write over each other.
const NAME = "olmkit";
const STORE = "drafts";
const SLOTS = 8;

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser keeps no data"));
    });
  } finally {
    database.close();
  }
}

let held = null; // { key, release }

/** Takes a lock when it is free; null when another tab has it. Browsers without locks have no say. */
function lock(key) {
  if (!navigator.locks) return Promise.resolve({ key, release: () => {} });
  return new Promise((resolve, reject) => {
    const hold = (granted) => (granted ? new Promise((release) => resolve({ key, release })) : void resolve(null));
    navigator.locks.request(`olmkit draft: ${key}`, { ifAvailable: true }, hold).catch(reject);
  });
}

/**
 * Takes a slot of this title: one with a draft that `fits`, else an empty one. A draft that does not fit stays where it is.
 * Answers with the draft, how many other tabs have the title open, and how many drafts were left alone.
 */
export async function claim(title, fits) {
  held?.release();
  held = null;
  const slots = Array.from({ length: SLOTS }, (_, at) => (at === 0 ? title : `${title} #${at + 1}`));
  const kept = new Set(await run("readonly", (store) => store.getAllKeys()));
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
    const draft = await run("readonly", (store) => store.get(slot.key));
    if (!found && fits(draft)) found = { slot, draft };
    else left += 1;
  }
  const slot = found?.slot ?? free.find(({ key }) => !kept.has(key)) ?? free[0] ?? null;
  for (const other of free) if (other !== slot) other.release();
  held = slot;
  return { draft: found?.draft, tabs, left };
}

const key = () => {
  if (!held) throw new Error("this catalog is open in too many tabs");
  return held.key;
};

export const saveDraft = async (draft) => run("readwrite", (store) => store.put(draft, key()));
export const dropDraft = async () => held && run("readwrite", (store) => store.delete(held.key));
