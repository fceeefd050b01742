// Sends messages to the editor that shows the page, and receives messages from it.
import type { Asked, EditorMessage, Refusal } from "./protocol.js";

declare function acquireVsCodeApi(): { postMessage(message: Asked): void };

const api = acquireVsCodeApi();
const waiting = new Map<number, (refusal: Refusal | null) => void>();
let last = 0;
let listener: (message: EditorMessage) => void = () => {};

/** Sets the callback for all messages that are not responses. */
export function listen(callback: typeof listener): void {
  listener = callback;
}

export const tell = (asked: Asked) => api.postMessage(asked);

/**
 * Sends a request to the editor. Messages that it sends before its response are handled before the promise resolves.
 */
export function ask(asked: { do: "open-texts"; paths: string[] } | Omit<Extract<Asked, { do: "edit" }>, "id">): Promise<Refusal | null> {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    tell({ ...asked, id });
  });
}

addEventListener("message", ({ data, origin }: MessageEvent<EditorMessage>) => {
  if (origin !== location.origin && !origin.startsWith("vscode-webview:")) return;
  if (data.do !== "answer") return listener(data);
  waiting.get(data.id)?.(data.refusal);
  waiting.delete(data.id);
});
