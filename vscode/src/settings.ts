// The settings of the extension (package.json).
import { workspace } from "vscode";

export interface Settings {
  server: "auto" | "native" | "packaged";
  path: string;
  profile: "" | "default" | "opm" | "strict";
}

export function settings(): Settings {
  const all = workspace.getConfiguration("olmkit");
  return { server: all.get("server", "auto"), path: all.get("path", ""), profile: all.get("profile", "") };
}
