// Folders that were opened before. The browser keeps their handles, not what is in them, and asks before they are read.
import { run } from "./database.js";
import { readFolder } from "./files.js";

const STORE = "folders";
const KEY = "recent";
const MOST = 6;

const load = async () => (await run(STORE, "readonly", (store) => store.get(KEY))) ?? [];
const keep = (list) => run(STORE, "readwrite", (store) => store.put(list, KEY));
const without = async (list, handle) => {
  const same = await Promise.all(list.map((one) => one.handle.isSameEntry(handle)));
  return list.filter((_, at) => !same[at]);
};

/** Names and times of the folders, the last one first. */
export async function recent() {
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (await load()).map(({ handle, opened }) => ({ name: handle.name || "folder", opened: time.format(opened) }));
}

export async function remember(handle) {
  const others = await without(await load(), handle);
  await keep([{ handle, opened: Date.now() }, ...others].slice(0, MOST));
}

export const forget = async (at) => keep((await load()).filter((_, index) => index !== at));

/** Opens one of them again; the browser may ask whether the page may. */
export async function reopen(at) {
  const { handle } = (await load())[at] ?? {};
  if (!handle) throw new Error("This folder is no longer kept.");
  if ((await handle.requestPermission({ mode: "readwrite" })) !== "granted") throw new Error(`The browser did not allow to read ${handle.name}.`);
  try {
    return await readFolder(handle);
  } catch (error) {
    if (error.name !== "NotFoundError") throw error;
    await forget(at);
    throw new Error(`${handle.name} is no longer where it was: choose the folder again.`);
  }
}
