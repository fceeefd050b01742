// Drafts in IndexedDB: one record for each folder or file set, kept until it is saved.
const NAME = "olmkit";
const STORE = "drafts";

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

export const saveDraft = (draft) => run("readwrite", (store) => store.put(draft, draft.title));
export const loadDraft = (title) => run("readonly", (store) => store.get(title));
export const dropDraft = (title) => run("readwrite", (store) => store.delete(title));
