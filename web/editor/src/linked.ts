// Opens what the address of the page asks for: a sample, an example of a rule, a shared catalog, or another address.
import type { RuleFile } from "olmkit";
import type { Opened } from "./files.js";
import * as files from "./files.js";
import { readAddress } from "./remote.js";
import { unpack } from "./share.js";

const KEYS = ["sample", "example", "share", "url"];

const pairs = () => location.hash.slice(1).split("&").filter(Boolean);
const keyOf = (pair: string) => pair.split("=", 1)[0] ?? "";
const decodedValue = (pair: string) => {
  try {
    return decodeURIComponent(pair.slice(keyOf(pair).length + 1));
  } catch {
    return "";
  }
};

/** The key and value of what the address asks for, or null. `?url=` is before the `#`, as other services write it. */
function asked(): [key: string, value: string] | null {
  const pair = pairs().find((pair) => KEYS.includes(keyOf(pair)));
  if (pair) return [keyOf(pair), decodedValue(pair)];
  const url = new URLSearchParams(location.search).get("url");
  return url ? ["url", url] : null;
}

const CATALOG = "folder";

/** The catalog that the address names, if several are open. */
export const linkedCatalog = () => decodedValue(pairs().find((pair) => keyOf(pair) === CATALOG) ?? "");

/** Writes the shown catalog into the address if there are several. An empty name removes it. */
export function noteCatalog(name: string): void {
  if (linkedCatalog() === name) return;
  const rest = pairs().filter((pair) => keyOf(pair) !== CATALOG);
  const all = name ? [...rest, `${CATALOG}=${encodeURIComponent(name)}`] : rest;
  history.replaceState(null, "", `${location.pathname}${location.search}${all.length ? `#${all.join("&")}` : ""}`);
}

let current = ""; // what the address asked for last

/** Whether the address asks for something that has not been opened yet. */
export const isAsked = () => (asked()?.join() ?? current) !== current;

/** Reads what the address asks for. `exampleOf(rule, number)`: returns the files of an example. */
export async function readLinked(exampleOf: (rule: string, number: number) => Promise<RuleFile[] | undefined>): Promise<Opened> {
  const [key, value] = asked() ?? ["", ""];
  current = [key, value].join();
  if (key === "sample") return { list: await files.sample(value), name: `sample: ${value}`, handle: null };
  if (key === "url") return readAddress(value);
  if (key === "share") {
    const { title, list } = await unpack(value);
    return { list, name: title || "shared catalog", handle: null };
  }
  const [rule = "", number = "1"] = value.split(".");
  if (!rule) throw new Error("The address names no rule after `example=`.");
  const list = (await exampleOf(rule, Number(number)))?.map(({ path, text }) => files.fromText(path, text));
  if (!list) throw new Error(`There is no rule \`${rule}\` with an example ${number}.`);
  return { list, name: `example of ${rule}`, handle: null };
}

/** Removes the request from the address once something else is open. */
export function forgetLink() {
  if (!asked()) return;
  const search = new URLSearchParams(location.search);
  search.delete("url");
  const rest = pairs().filter((pair) => !KEYS.includes(keyOf(pair)));
  const query = search.size ? `?${search}` : "";
  history.replaceState(null, "", `${location.pathname}${query}${rest.length ? `#${rest.join("&")}` : ""}`);
  current = "";
}
