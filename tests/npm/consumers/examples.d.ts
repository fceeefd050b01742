// Names that the examples of the documentation use without declaring them.
declare const text: string;
declare const workspace: import("olmkit").Workspace;
declare const Workspace: typeof import("olmkit").Workspace;
declare const client: import("olmkit/client").EngineClient;
declare const catalogFiles: import("olmkit").OlmFile[];
declare const bundleFiles: import("olmkit").OlmFile[];
