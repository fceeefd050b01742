// What the tab of a graph and the extension tell each other.

export type Semantics = "v0" | "v1";

interface Position {
  line: number;
  character: number;
}

export interface GraphNode {
  name: string;
  isEntry: boolean;
  /** Why it does not reach the head. */
  stranded: string | null;
  replaces: string | null;
  skips: string[];
  skipRange: string | null;
  uri: string;
  range: { start: Position; end: Position };
}

/** The answer of the language server to `olmkit/graph`. */
export interface Graph {
  package: string;
  channel: string;
  semantics: Semantics;
  /** A node for each `g` element, in their order. */
  svg: string;
  nodes: GraphNode[];
  channels: { package: string; channel: string }[];
}

/** From the extension to the tab. */
export type Told = { graph: Graph } | { problem: string };

/** What the buttons of an entry do. */
export type Edit = "replaces" | "skips" | "skipRange" | "deprecate" | "fix" | "remove";

/** From the tab to the extension. */
export type Asked = { do: "ready" } | { do: "choose"; package: string; channel: string; semantics: Semantics } | { do: "reveal" | Edit; name: string };
