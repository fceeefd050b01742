// What the page and another editor that shows it tell each other. The editor has the texts; the page has copies.
import type { Change, Options } from "olmkit";

type Profile = NonNullable<Options["profile"]>;

/** A text of the editor. `stamp`: another number for each text; an edit names the one that it is for. */
export type Text = { stamp: number; text: string; isSaved: boolean };

/** A file of the catalog as it is on disk, and its text where the editor has it open. */
export type HostFile = { path: string; bytes: Uint8Array<ArrayBuffer>; open: Text | null };

/** What is shown. Without names it is what is at a place of a file. */
export type Wanted = { package: string; channel: string } | { path: string; offset: number };

/** Changes of one file. Stamp 0: the file is created. */
export type HostPart = { path: string; stamp: number; changes: Change[] };

/** From the editor to the page. */
export type Told =
  /** The files of the catalog, at first and when it is another one. `folder`: of the catalog, among them; empty where all of them are one. */
  | { do: "open"; name: string; folder: string; profile: Profile | ""; files: HostFile[]; wanted: Wanted | null }
  /** The profile of the settings; empty where they have none. */
  | { do: "profile"; profile: Profile | "" }
  /** `length`: of the text after the changes. */
  | { do: "change"; path: string; stamp: number; changes: Change[]; length: number }
  | { do: "text"; path: string; open: Text }
  /** The text of this stamp is on disk. */
  | { do: "saved"; path: string; stamp: number }
  /** The editor has a file open no longer. */
  | { do: "closed"; path: string }
  /** Files that are not open in the editor have come, changed or gone (`null`) on disk. */
  | { do: "disk"; files: { path: string; bytes: Uint8Array<ArrayBuffer> | null }[] }
  | { do: "cursor"; path: string; offset: number }
  | { do: "show"; wanted: Wanted }
  | { do: "answer"; id: number; refusal: Refusal | null };

/** Why nothing was changed. `path`: its text is another one by now. */
export type Refusal = { message: string; path: string | null };

/** From the page to the editor. What has an id is answered. */
export type Asked =
  | { do: "ready" }
  /** Opens files in the editor without showing them, if they are not open: their texts come before the answer. */
  | { do: "hold"; id: number; paths: string[] }
  | { do: "edit"; id: number; label: string; parts: HostPart[] }
  | { do: "reveal"; path: string; from: number; to: number; focus: boolean };
