// Replaces `served.ts` when the page runs in another editor: opens the catalog of a document, and follows its changes.
import { sentenceOf } from "../engine.js";
import type { Opened } from "../files.js";
import { queue } from "../queue.js";
import { type OpenedFile, textIn } from "../store/documents.js";
import type { Emit } from "../store/events.js";
import * as store from "../store.js";
import { cursorAt } from "./code.js";
import { ask, listen, tell } from "./editor.js";
import type { EditorMessage, Refusal, Wanted } from "./protocol.js";

export const isHosted = () => true;

type Opening = Extract<EditorMessage, { do: "open" }>;

const encoder = new TextEncoder();
/** The stamps of the page's copies of the texts that are open in the editor. */
const stamps = new Map<string, number>();
let emit: Emit = () => {};
/** Messages received while files are being opened. Undefined while none are being opened. */
let waiting: EditorMessage[] | undefined = [];
const inTurn = queue();

/** Opens the catalog that the editor sends, and follows its changes from then on. */
export async function openServed(_request: (read: () => Promise<Opened>) => Promise<void>, report: Emit): Promise<void> {
  emit = report;
  document.documentElement.classList.add("is-hosted");
  store.owned.send = write;
  store.keepNoDrafts();
  const opened = new Promise<void>((resolve, reject) => {
    let refuse: (error: unknown) => void = reject; // only the first opening is awaited
    const done = () => {
      refuse = failed;
      resolve();
    };
    listen((message) => {
      if (message.do === "open") open(message).then(done, (error) => refuse(error));
      else if (waiting) waiting.push(message);
      else receive(message);
    });
  });
  tell({ do: "ready" });
  await opened;
}

/** Opens files in place of those that are open, after pending openings. */
function open(message: Opening): Promise<void> {
  const own: EditorMessage[] = [];
  waiting = own; // what was sent before is in these files
  return inTurn(() => (waiting === own ? openNow(message, own) : undefined));
}

async function openNow({ name, folder, profile, files, wanted }: Opening, since: EditorMessage[]): Promise<void> {
  stamps.clear();
  if (wanted) address(wanted);
  const list = files.map(({ path, bytes, open }) => ({ path, bytes: open?.isSaved ? encoder.encode(open.text) : bytes }));
  await store.openFiles(list, { name, catalogs: folder ? [folder] : [] });
  for (const { path, open } of files) if (open) receive({ do: "text", path, open });
  if (profile) await store.setProfile(profile);
  if (waiting !== since) return;
  for (const each of since) receive(each);
  waiting = undefined;
  if (wanted && "path" in wanted) await show(wanted);
}

/** Puts what to show into the address of the page, which is applied once the files are open. */
function address(wanted: Wanted): void {
  const part = (key: string, value: string) => `${key}=${encodeURIComponent(value)}&`;
  const place = "path" in wanted ? "" : part("package", wanted.package) + part("channel", wanted.channel);
  location.hash = `${place}view=graph`;
}

/** Shows the graph of a channel. For an offset of a file, shows the channel there with its entry selected. */
async function show(wanted: Wanted): Promise<void> {
  const at = "path" in wanted ? await store.ask("at", wanted.path, wanted.offset) : wanted;
  if (at?.channel) {
    address({ package: at.package, channel: at.channel });
    dispatchEvent(new PopStateEvent("popstate")); // needed if the address has not changed
  }
  if ("path" in wanted) cursorAt(wanted.path, wanted.offset);
}

const failed = (error: unknown) => emit("failed", { message: sentenceOf(error) });

/** Handles a message of the editor. Updates texts synchronously, so that the next message is about the new text. */
function receive(message: EditorMessage): void {
  const work = take(message);
  if (work) work.catch(failed);
}

function take(message: EditorMessage): Promise<unknown> | undefined {
  switch (message.do) {
    case "profile":
      return store.setProfile(message.profile);
    case "change":
      return change(message);
    case "text":
      stamps.set(message.path, message.open.stamp);
      return Promise.all([store.owned.take(message.path, message.open.text), message.open.isSaved && store.owned.takeSaved(message.path)]);
    case "saved":
      return stamps.get(message.path) === message.stamp ? store.owned.takeSaved(message.path) : undefined;
    case "closed":
      stamps.delete(message.path);
      return undefined;
    case "disk":
      return disk(message.files);
    case "cursor":
      return void cursorAt(message.path, message.offset);
    case "show":
      return show(message.wanted);
    default:
      return undefined;
  }
}

/** Applies a change. If the result does not have the length of the editor's text, requests the whole text instead. */
function change({ path, stamp, changes, length }: Extract<EditorMessage, { do: "change" }>): Promise<unknown> | undefined {
  stamps.set(path, stamp);
  const taken = store.owned.take(path, changes);
  if (!store.isOpen(path) || store.textOf(path).length === length) return taken;
  taken.catch(() => {});
  stamps.delete(path);
  return ask({ do: "open-texts", paths: [path] });
}

async function disk(files: Extract<EditorMessage, { do: "disk" }>["files"]): Promise<void> {
  const changed = files.filter(({ path }) => !stamps.has(path)); // what is open in the editor comes as text
  const gone = changed.filter(({ bytes }) => bytes === null).map(({ path }) => path);
  const taken: Promise<void>[] = [];
  const whole: OpenedFile[] = [];
  for (const { path, bytes } of changed) {
    if (!bytes) continue;
    const text = store.onDisk(path)?.isText ? textIn(bytes) : null;
    if (text === null) whole.push({ path, bytes });
    else taken.push(store.owned.take(path, text), store.owned.takeSaved(path));
  }
  if (whole.length || gone.length) taken.push(store.follow(whole, gone));
  await Promise.all(taken);
}

/**
 * Applies changes in the editor, all or none. Each names the stamp of the page's copy; the editor refuses a change for
 * another stamp.
 */
async function write(label: string, parts: store.Part[]): Promise<void> {
  const paths = parts.filter(({ path, document }) => document !== 0 && !stamps.has(path)).map(({ path }) => path);
  if (paths.length) {
    refuse(await ask({ do: "open-texts", paths }));
    store.owned.check(parts);
  }
  const made = parts.map(({ path, document, changes }) => ({ path, changes, stamp: document === 0 ? 0 : (stamps.get(path) ?? -1) }));
  refuse(await ask({ do: "edit", label, parts: made }));
}

function refuse(refusal: Refusal | null): void {
  if (!refusal) return;
  throw refusal.path === null ? new Error(refusal.message) : new store.StaleEdit(refusal.path, refusal.message);
}
