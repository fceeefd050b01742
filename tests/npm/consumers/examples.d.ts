// What the examples of the documentation use without saying where it comes from.
declare const text: string;
declare const workspace: import("olmkit").Workspace;
declare const Workspace: typeof import("olmkit").Workspace;
declare const client: import("olmkit/client").EngineClient;
declare const catalogFiles: import("olmkit").OlmFile[];
declare const bundleFiles: import("olmkit").OlmFile[];
