// The messages between the page and another editor that shows it. The editor owns the texts; the page has copies.
import type { Change, Options } from "olmkit";

type Profile = NonNullable<Options["profile"]>;

/** A text of the editor. `stamp`: unique for each version of the text; an edit names the stamp that it is for. */
export type Text = { stamp: number; text: string; isSaved: boolean };

/** A file of the catalog as it is on disk. `open`: its text if the editor has it open. */
export type HostFile = { path: string; bytes: Uint8Array<ArrayBuffer>; open: Text | null };

/** What to show: a channel, or what is at an offset of a file. */
export type Wanted = { package: string; channel: string } | { path: string; offset: number };

/** Changes of one file. Stamp 0 creates the file. */
export type HostPart = { path: string; stamp: number; changes: Change[] };

/** Messages from the editor to the page. */
export type EditorMessage =
  /**
   * The files of the catalog. Sent first, and whenever another catalog is shown. `folder`: the folder of the catalog
   * among the files, empty if all files are one catalog.
   */
  | { do: "open"; name: string; folder: string; profile: Profile | ""; files: HostFile[]; wanted: Wanted | null }
  /** The profile of the settings, empty if none is set. */
  | { do: "profile"; profile: Profile | "" }
  /** `length`: of the text after the changes. */
  | { do: "change"; path: string; stamp: number; changes: Change[]; length: number }
  | { do: "text"; path: string; open: Text }
  /** The text of this stamp has been written to disk. */
  | { do: "saved"; path: string; stamp: number }
  /** The editor has closed a file. */
  | { do: "closed"; path: string }
  /** Files that are not open in the editor were created, changed or deleted (`null`) on disk. */
  | { do: "disk"; files: { path: string; bytes: Uint8Array<ArrayBuffer> | null }[] }
  | { do: "cursor"; path: string; offset: number }
  | { do: "show"; wanted: Wanted }
  | { do: "answer"; id: number; refusal: Refusal | null };

/** Why nothing was changed. `path`: the file whose text has another stamp by now, if that is the reason. */
export type Refusal = { message: string; path: string | null };

/** Messages from the page to the editor. A message with an id gets a response. */
export type Asked =
  | { do: "ready" }
  /** Opens files in the editor without showing them, unless they are open. Their texts are sent before the response. */
  | { do: "open-texts"; id: number; paths: string[] }
  | { do: "edit"; id: number; label: string; parts: HostPart[] }
  | { do: "reveal"; path: string; from: number; to: number; focus: boolean };
