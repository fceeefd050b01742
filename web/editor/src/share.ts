// A catalog as a link: its texts, compressed, in the part of the address after `#`, which browsers do not send to any
// server. The format is `1.` and base64url of deflated JSON `{ title, files: [[path, text], ...] }`. Another format
// gets another number; old ones remain readable.
import { safePath } from "./archives.js";
import { fromText } from "./files.js";
import type { Link } from "./generated/page.js";
import { inflated } from "./inflate.js";
import { TooLarge } from "./limits.js";
import type { OpenedFile } from "./store/documents.js";

type SharedFile = { path: string; content: Uint8Array<ArrayBuffer> };

const CODEC = "1";
const LONGEST = 500_000; // characters; Firefox opens addresses of up to a million
const LONG = 8_000; // characters; the length that mail and chat programs pass on
const LARGEST = 64 * 1024 * 1024; // bytes of the unpacked content of a link
const CHUNK = 0x8000;

const number = new Intl.NumberFormat();

/** A link that opens these files at what is shown now, with a note about its limits. */
export async function shareLink(title: string, files: SharedFile[]): Promise<Link> {
  const packed = await pack(title, files);
  const looked = location.hash
    .slice(1)
    .split("&")
    .filter((pair) => /^(package|channel)=/.test(pair));
  const link = new URL(`${location.pathname}#${[`share=${packed}`, ...looked].join("&")}`, location.origin).href;
  const size = `${number.format(link.length)} characters`;
  if (link.length > LONGEST) throw new Error(`it would have ${size}, but the maximum is ${number.format(LONGEST)}. Export the files instead`);
  const cut = link.length > LONG ? " Some mail and chat programs cut links of this length. Test the link before you use it." : "";
  return {
    link,
    note: `The catalog is in the link itself (${size} of at most ${number.format(LONGEST)}), as it is now, unsaved changes included. It is not sent to a server. Everyone with the link can read the catalog.${cut}`,
  };
}

/** The value of `share=` for files of `{ path, content }`. */
async function pack(title: string, files: SharedFile[]): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const text = ({ path, content }: SharedFile) => {
    if (safePath(path) !== path) throw new Error(`${path} cannot be in a link: its path is not valid on every system`);
    try {
      return [path, decoder.decode(content)];
    } catch {
      throw new Error(`${path} is not text, and a link can contain only text`);
    }
  };
  const json = JSON.stringify({ title, files: files.map(text) });
  const packed = new Uint8Array(await new Response(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  return `${CODEC}.${toBase64(packed)}`;
}

/** Unpacks the files of a link. Throws if the link is not valid. */
export async function unpack(text: string): Promise<{ title: string; list: OpenedFile[] }> {
  const [codec = "", packed = ""] = text.split(".", 2);
  if (/^\d+$/.test(codec) && codec !== CODEC) throw new Error("This link is from a newer version of the editor. Reload the page, or request the files.");
  if (codec !== CODEC || !/^[\w-]+$/.test(packed)) throw damaged();
  const { title, files } = contents(await inflate(fromBase64(packed)));
  return { title, list: files.map(([path, text]) => fromText(path, text)) };
}

const damaged = () => new Error("This link is damaged: part of it is missing or changed. Request the link or the files again.");

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const check = (size: number) => {
    if (size > LARGEST) throw new TooLarge(`This link unpacks to more than ${LARGEST >> 20} MiB and was not opened.`);
  };
  const content = await inflated(bytes, "deflate-raw", check).catch((error) => {
    throw error instanceof TooLarge ? error : damaged();
  });
  return new TextDecoder().decode(content);
}

function contents(json: string): { title: string; files: [string, string][] } {
  let made: { title?: unknown; files?: unknown } | null;
  try {
    made = JSON.parse(json);
  } catch {
    throw damaged();
  }
  const isFile = (file: unknown): file is [string, string] => Array.isArray(file) && file.length === 2 && typeof file[1] === "string" && typeof file[0] === "string" && safePath(file[0]) === file[0];
  const { title, files } = made ?? {};
  if (!Array.isArray(files) || !files.every(isFile)) throw damaged();
  return { title: typeof title === "string" ? title : "", files };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    throw damaged();
  }
}
