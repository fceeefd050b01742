// What this browser keeps: drafts, what they are drafts of, the folders that were opened, and the bundles that bundles are
// compared with, in IndexedDB.
const NAME = "olmkit";
const STORES = ["drafts", "folders", "sources", "previous"] as const;
type Store = (typeof STORES)[number];
const VERSION = STORES.length; // each new store is a new version

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const store of STORES) if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Does something with one of the stores; answers with the result of the request that `work` makes. */
export async function run<Result>(store: Store, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser does not store data"));
    });
  } finally {
    database.close();
  }
}
