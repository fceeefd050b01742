// What this browser stores in IndexedDB: drafts and their sources, recent folders, and the previous bundles of
// comparisons.
const NAME = "olmkit";
const STORES = ["drafts", "folders", "sources", "previous"] as const;
type Store = (typeof STORES)[number];
const VERSION = STORES.length; // each new store increments the version

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

/** Runs a transaction on one of the stores and returns the result of the request that `work` creates. */
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
