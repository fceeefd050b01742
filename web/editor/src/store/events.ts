// The events of the host. `web/src/bridge/events.rs` has the same names and decodes their details with the types of
// `bridge/types.rs`.
import type { OlmReport, OlmSymbol, Outline } from "olmkit";
import type { BundleDescription } from "olmkit/bundle";
import type { Place } from "./documents.js";
import type { Origin, StampedEdit } from "./edits.js";

/** A path, and the document that is open there with its version. */
type Origins = (Origin & { path: string })[];

/** Whether the changes are stored as a draft. `reason`: why they are not. */
export type DraftState = { kind: "saved" | "pending" } | { kind: "not-kept"; reason: string };

/** The state of what is open. */
export type PageState = {
  title: string;
  files: number;
  changed: number;
  revision: number;
  undo: string;
  redo: string;
  draft: DraftState;
  folder: boolean;
  catalogs: { root: string; name: string; changed: number }[];
  catalog: string;
  carry: string;
  changedPaths: string[];
};

/** Drafts and other tabs of the opened files. `title` and `files` describe what was opened. */
type Opened = { title: string; files: number; restored: number; merged: boolean; tabs: number; left: number };

/** A notice about files that are not part of the catalog. */
type News = { text: string; command?: string | null; fix?: ({ title: string; edits: StampedEdit[]; notes: string[] } & object) | null | undefined };

export type Checked = { report: OlmReport; outline: Outline; origins: Origins; unrelated: News | undefined };

/** An icon as an object URL. */
type ShownIcon = { mediaType: string; bytes: number; address: string };

/** The bundle that the open bundle is compared with. `findings`: the positions of the findings about the upgrade. */
type PreviousBundle = Pick<BundleDescription, "name" | "package" | "version"> & { findings: { at: number; path: string; line: number }[] };

export type BundleView = {
  id: number;
  name: string;
  prefix: string;
  report: OlmReport;
  origins: Origins;
  description: BundleDescription;
  icon: ShownIcon | null;
  previous: PreviousBundle | null;
};

/** The dragged entry and where it was dropped. */
export type Dropped = { entry: string; onEntry: string; onChannel: string; move: boolean };

/** Icon, name and summary of a package. `icon`: a data URL; empty if there is no icon. */
export type PackageView = { name: string; displayName: string; provider: string; summary: string; icon: string };

/** Undone or redone steps and the places that they changed. */
export type Stepped = { label: string; isTyping: boolean; redo: boolean; path: string | undefined; places: Place[] };

/** `offer`: an action that the page offers with the message. */
type Message = { message: string; offer?: string };

/** The details of each event. Null: the event has none. */
export type HostEvents = {
  state: PageState;
  progress: { done: number; total: number; label: string };
  opening: null;
  opened: Opened;
  checked: Checked;
  dragged: Dropped;
  bundle: BundleView | null;
  "bundle-opened": null;
  "bundles-found": { name: string; roots: string[] };
  references: OlmSymbol;
  "package-views": PackageView[];
  rename: OlmSymbol;
  stepped: Stepped;
  message: Message;
  failed: Message;
  config: { files: string[]; profile: string; broken: boolean };
  recent: { key: string; name: string; opened: string; unsaved: boolean }[];
  drafts: { key: string; title: string; files: number; saved: string; isOpen: boolean; canContinue: boolean }[];
  update: null;
  restart: { ok: boolean; message: string; left: string };
};

export type EventKind = keyof HostEvents;

/** An event: its kind and its details. */
export type HostEvent = { [Kind in EventKind]: { kind: Kind; detail: HostEvents[Kind] } }[EventKind];

/** Reports an event to the page. */
export type Emit = <Kind extends EventKind>(kind: Kind, detail: HostEvents[Kind]) => void;
