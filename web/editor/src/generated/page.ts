// Generated from crates/page/src: types.rs, arguments.rs and events.rs. `npm run docs` writes this file.
import type { ChannelGraph, ChannelTable, ImpactCluster, OlmRange, OlmReport, OlmSymbol, Opm, Outline, Safety, Stranded, Summary } from "olmkit";
import type { BundleDescription } from "olmkit/bundle";
import type { BundleMethods } from "olmkit/bundle-worker";

type CatalogsComparison = ReturnType<BundleMethods["compareCatalogs"]>;

/** An event. Encoded as an object with its kind as the only key. */
export type HostEvent = { state: PageState } | { progress: Progress } | "opening" | { opened: Opened } | { checked: Checked } | { dragged: Dragged } | { bundle: BundleView | null } | "bundle-opened" | { "bundles-found": SeveralBundles } | { references: OlmSymbol } | { "package-views": PackageView[] } | { rename: OlmSymbol } | { stepped: Step } | { message: Message } | { failed: Message } | { config: Config } | { recent: RecentFolder[] } | { drafts: Draft[] } | "update" | { restart: Restart };

/** The description and icon of a package. */
export interface AboutPackage {
    description: string;
    icon?: ShownIcon | null;
}

/** A catalog after a change. */
export interface AfterChange {
    /** The path prefix of its files. */
    root: string;
    opm: Opm;
    summary: Summary;
}

export interface Alias {
    path: string;
    range: OlmRange;
    value: OlmRange;
}

/** What a search looks for in the documents of bundles. */
export type BundleContents = "image" | "property";

/** The open bundle. */
export interface BundleView {
    /** A number that is unique for each opened bundle. */
    id: number;
    /** What was opened: a folder or an archive. */
    name: string;
    /** The prefix of the paths of its files in the page. */
    prefix: string;
    report: OlmReport;
    origins: Origins;
    /** Without the icon. */
    description: BundleDescription;
    icon?: ShownIcon | null;
    /** The bundle that it is compared with. */
    previous?: PreviousBundle | null;
}

/** A download of the catalog. */
export type CatalogExport = "yaml" | "json" | "jsonl" | "packages" | "files";

/** The impact of a change on a catalog. */
export interface CatalogImpact {
    /** The folder of the catalog; absent if the change affects only one catalog. */
    root?: string | null;
    clusters: ImpactCluster[];
    after: AfterChange;
}

/** A state that can be compared: a catalog as it is or was. */
export interface CatalogState {
    id: string;
    name: string;
    /** Whether it is the catalog that is shown, as it is now. */
    isShown: boolean;
}

/** One of several open catalogs. */
export interface CatalogTab {
    root: string;
    name: string;
    /** The number of its files with unsaved changes. */
    changed: number;
}

/** The documents of a changed file, as saved and as they are now. */
export interface ChangedDocuments {
    before: NumberedDocument[];
    after: NumberedDocument[];
}

export interface ChangedFile {
    path: string;
    before: string;
    after: string;
}

/** A channel as the page shows it. */
export interface ChannelView {
    /** Identifies the state of the channel. Empty if there is no such channel. */
    stamp: string;
    /** Absent also if the stamp is the known one. */
    table?: ChannelTable | null;
    /** See `ChannelUpdate`. */
    places: [number, number, number, number][];
    stranded: Stranded[];
    graph?: ChannelGraph | null;
    origins: Origins;
}

/** The result of a check. */
export interface Checked {
    report: OlmReport;
    outline: Outline;
    origins: Origins;
    /** Files of the folder that are not part of the catalog. */
    unrelated?: UnrelatedFiles | null;
}

/** A file that can be an icon, with its data in base64. */
export interface ChosenIcon {
    mediaType: string;
    data: string;
    icon: ShownIcon;
}

/** The comparison of two states. */
export interface Comparison {
    found: CatalogsComparison;
    files: ChangedFile[];
}

/** The configuration that applies to what is open. */
export interface Config {
    /** The files of the configuration. Empty if there is none. */
    files: string[];
    profile: string;
    /** Whether the configuration cannot be used. */
    broken: boolean;
}

/** A file that was changed both here and on disk. */
export interface Conflict {
    path: string;
    /** The time stamp of the version on disk, in milliseconds since 1970. `None` if the file was deleted. */
    stamp: number | null;
    kind: ConflictKind;
}

/** How the version on disk and the unsaved changes relate. */
export type ConflictKind = "gone" | "not-text" | "mergeable" | "same-lines";

/** The plan of intentions that are applied together as one step. */
export interface Considered {
    /** Empty for several intentions. */
    label: string;
    notes: string[];
    edits: Edit[];
    files: ChangedFile[];
}

/** A command on the name at the cursor of the text. */
export type CursorCommand = "definition" | "references" | "rename";

/** What an intention changed. */
export interface Done {
    label: string;
    notes: string[];
    /** The number of edits. */
    edits: number;
}

/** Whether the changes are stored as a draft in this browser. */
export type DraftState = { kind: "saved" } | { kind: "pending" } | { kind: "not-kept"; reason: string };

/** Unsaved changes that this browser stores. */
export interface Draft {
    key: string;
    title: string;
    /** The number of changed files. */
    files: number;
    /** Date and time. */
    saved: string;
    /** Whether a tab has the draft open. */
    isOpen: boolean;
    canContinue: boolean;
}

/** The dragged entry, and where it was dropped. */
export interface Dragged {
    entry: string;
    onEntry: string;
    onChannel: string;
    move: boolean;
}

/** An edit of an open document. The page's JavaScript refuses it for any other document or version. */
export interface Edit {
    path: string;
    /** 0 creates the file. */
    document: number;
    version: number;
    range: OlmRange;
    text: string;
}

export interface FailedFile {
    path: string;
    message: string;
}

/** A changed file as the review lists it. */
export interface FileChange {
    path: string;
    /** Identifies the change. */
    stamp: number;
    /** In lines. */
    added: number;
    /** In lines. */
    removed: number;
    /** The number of changed places. */
    runs: number;
}

/** Fixes of the stranded versions of a package, applied one after the other. */
export interface FixSeries {
    title: string;
    steps: string[];
    /** The number of versions that stay stranded, in the queried channel and under the queried semantics. */
    left: number;
    edits: Edit[];
}

/** The format of a graph as a download. */
export type GraphFormat = "svg" | "png" | "mermaid" | "dot";

/** The impacts of a change on each catalog and on the bundle. */
export interface Impacts {
    catalogs: CatalogImpact[];
    bundle: ImpactCluster[];
}

/** A link that contains the catalog. */
export interface Link {
    link: string;
    /** A note about it. */
    note: string;
}

/** A bundle of a package in the open catalog. */
export interface ListedBundle {
    name: string;
    /** Empty if the bundle has no version. So is the image. */
    version: string;
    image: string;
    /** The file of its document. */
    path: string;
    /** The UTF-16 offsets of the start and the end of its document. */
    range: [number, number];
}

export interface ListedStep {
    label: string;
    /** The files that the step changed. */
    paths: string[];
    /** How long ago the step was made. Empty if not known. */
    since: string;
    /** Date and time. */
    time: string;
}

/** A message with an optional action. */
export interface Message {
    message: string;
    /** Whether to offer to open the text in the clipboard instead. */
    offersClipboard?: boolean;
}

/** Why an intention changed nothing. */
export interface NotDone {
    reason: string;
    /** The alias that prevents the change, if its value can be copied. */
    alias?: Alias | null;
}

/** A document of a catalog. */
export interface NumberedDocument {
    schema: string;
    package: string;
    name: string;
    /** The number of its text: documents with equal texts have equal numbers. */
    text: number;
}

/** State related to the opened files: drafts and other tabs. */
export interface Opened {
    restored: number;
    merged: boolean;
    /** The number of restored files that were changed on disk in the same lines. */
    conflicts: number;
    tabs: number;
    left: number;
}

/** A path, and the document that is open there with its version. */
export interface Origin {
    path: string;
    document: number;
    version: number;
}

/** The documents that the fixes of a result were made for. A path without a document is a file to create. */
export type Origins = Origin[];

/** A change applied to another catalog: its edits and impact there, or why it cannot be made. */
export interface OtherCatalogChange {
    /** The name of the catalog. */
    name: string;
    /** Why the change cannot be made there. Empty if it can. */
    reason: string;
    edits: Edit[];
    files: ChangedFile[];
    clusters: ImpactCluster[];
}

/** A package as a list shows it. */
export interface PackageView {
    /** The name of the package. */
    name: string;
    displayName: string;
    provider: string;
    summary: string;
    /** The address of the icon. Empty if there is none. */
    icon: string;
}

/** The state of what is open. */
export interface PageState {
    title: string;
    changed: number;
    /** Changes whenever a text or its state on disk changes. */
    revision: number;
    /** The label of the step that undo would undo. Empty if there is none. */
    undo: string;
    redo: string;
    draft: DraftState;
    /** Whether changes can be written into a folder. */
    folder: boolean;
    /** Whether `olmkit open`, which reads and writes the files, has ended. */
    ended: boolean;
    /** The open catalogs. Empty if all files are one catalog. */
    catalogs: CatalogTab[];
    /** The path prefix of the shown catalog. */
    catalog: string;
    /** The label of the change that can be applied to the other open catalogs. Empty if there is none. */
    applicable: string;
    /** The files with unsaved changes. */
    changedPaths: string[];
}

/** What an intention would change, as it is shown. */
export interface Planned {
    /** The path of the file. Empty if another intention has been requested meanwhile. */
    path: string;
    /** The number of added lines. */
    added: number;
    /** The number of removed lines. */
    removed: number;
}

/** What files require before they are opened, by their paths. */
export type Preparation = "image" | "search";

/** The bundle that the open one is compared with. */
export interface PreviousBundle {
    name: string;
    package: string;
    version: string;
    /** The findings about the upgrade. */
    findings: UpgradeFinding[];
}

export interface Progress {
    done: number;
    total: number;
    label: string;
}

/** A change that is previewed before it is applied. */
export interface ProposedChange {
    title: string;
    safety: Safety;
    edits: Edit[];
    /** What the change does, step by step, if it consists of several changes. */
    notes: string[];
}

/** A folder that was opened before. */
export interface RecentFolder {
    key: string;
    name: string;
    /** Date and time. */
    opened: string;
    /** Whether there is a draft of the folder. */
    unsaved: boolean;
}

/** A bundle in the output of `opm render`. */
export interface RenderedBundle {
    package: string;
    name: string;
    /** Empty if the bundle has no version. */
    version: string;
    images: number;
}

/** The format of a report as a download. */
export type ReportExport = "html" | "markdown" | "sarif" | "json";

/** The engine has stopped. */
export interface Restart {
    /** Whether a new engine was started. */
    ok: boolean;
    message: string;
    /** The file that the new engine does not have. Empty if it has all files. */
    left: string;
}

/** All safe fixes that can be applied together. */
export interface SafeFixes {
    fixed: number;
    edits: Edit[];
}

/** The result of saving. */
export interface Saved {
    saved: string[];
    conflicts: Conflict[];
    failed: FailedFile[];
}

/** Opened files that contain several bundles. */
export interface SeveralBundles {
    name: string;
    /** The root folder of each bundle. */
    roots: string[];
}

/** An icon as an object URL. The address is empty if the icon cannot be shown. */
export interface ShownIcon {
    mediaType: string;
    bytes: number;
    address: string;
}

/** The result of undo or redo. */
export interface Step {
    label: string;
    redo: boolean;
    isTyping: boolean;
    /** The first file that was changed. */
    path?: string | null;
}

/** The undo and redo steps, in the order in which they were made. */
export interface StepList {
    steps: ListedStep[];
    /** The number of applied steps. */
    position: number;
    /** The number of steps that are on disk; -1 if not known. */
    saved: number;
}

/** What a file with unsaved changes becomes after it was changed on disk too. */
export type Take = "merge" | "disk";

/** A notice about files that are not part of a catalog, with what excludes them or makes them a catalog. */
export interface UnrelatedFiles {
    text: string;
    fix?: ProposedChange | null;
    command?: string | null;
}

/** A finding about the upgrade, in the report of the open bundle. */
export interface UpgradeFinding {
    /** The index of the finding in that report. */
    at: number;
    /** Its location in the previous bundle. */
    path: string;
    line: number;
}
