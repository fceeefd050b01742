// The text of a bug report after the engine has stopped: the error and the hashes of the files, but no content.
import { allFiles } from "./store.js";

export async function crashReport(message: string): Promise<string> {
  const lines = [`The engine of olmkit stopped: ${message}`, `browser: ${navigator.userAgent}`];
  for (const { path, content } of allFiles()) lines.push(`${path}: ${content.length} bytes, sha256 ${await hash(content)}`);
  return lines.join("\n");
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!crypto.subtle) return "not available on this address";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
