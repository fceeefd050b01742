// Opens the file at an address. Only a separate worker may send requests to other servers; the content security policy
// of the page allows none (docs/decisions).
import { safePath } from "./archives.js";
import type { Fetched } from "./fetch-worker.js";
import { fromBytes, type Opened } from "./files.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
const HTML = /^\s*<(!doctype|html)/i;

/** An error for which the page offers to open the text in the clipboard instead. */
const failure = (message: string) => Object.assign(new Error(message), { offersClipboard: true });

/** The address of a raw file from the address of the page that displays it. */
function raw(url: URL): URL {
  const [, owner, repository, kind, ...rest] = url.pathname.split("/");
  if (url.hostname === "github.com" && (kind === "blob" || kind === "raw")) return new URL(`https://raw.githubusercontent.com/${owner}/${repository}/${rest.join("/")}`);
  if (url.hostname === "gist.github.com" && owner && repository && !kind) return new URL(`https://gist.githubusercontent.com/${owner}/${repository}/raw`);
  return url;
}

function wanted(text: string): URL {
  let url: URL;
  try {
    url = new URL(text, document.baseURI);
  } catch {
    throw failure(`"${text}" is not a valid address.`);
  }
  if (url.username || url.password) throw failure("Addresses that contain a user name or password are not opened.");
  const isAllowed = url.protocol === "https:" || url.origin === location.origin || (url.protocol === "http:" && LOCAL.includes(url.hostname));
  if (!isAllowed) throw failure(`Addresses with ${url.protocol} are not opened. Use https://`);
  return raw(url);
}

function ask(address: string): Promise<Fetched> {
  const worker = new Worker(new URL("fetch-worker.js", document.baseURI));
  return new Promise<Fetched>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => reject(failure("The worker that fetches URLs could not be started."));
    worker.postMessage(address);
  }).finally(() => worker.terminate());
}

/** Reads the files at an address and names them. */
export async function readAddress(text: string): Promise<Opened> {
  const url = wanted(text);
  const fetched = await ask(url.href);
  if (fetched.problem !== undefined) throw failure(`${url.host} ${fetched.problem}. Save the file and drop it here, or copy its text and paste it.`);
  const { bytes, type } = fetched;
  const isPage = /^text\/html/.test(type) || HTML.test(new TextDecoder().decode(bytes.subarray(0, 200)));
  if (isPage) throw failure(`${url.href} is a web page, not a file. The address of the raw file is needed.`);
  const name = nameOf(url);
  return { list: await fromBytes(name, bytes), name: `${name} of ${url.host}`, handle: null };
}

function nameOf(url: URL): string {
  const last = url.pathname.split("/").at(-1) ?? "";
  return last === "" || last === "raw" || safePath(last) !== last ? "catalog.yaml" : last;
}
