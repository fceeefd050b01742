// Messages to the editor that shows the page, and from it.
import type { Asked, Refusal, Told } from "./protocol.js";

declare function acquireVsCodeApi(): { postMessage(message: Asked): void };

const api = acquireVsCodeApi();
const waiting = new Map<number, (refusal: Refusal | null) => void>();
let last = 0;
let listener: (told: Told) => void = () => {};

/** Calls back with everything but answers. */
export function listen(callback: typeof listener): void {
  listener = callback;
}

export const tell = (asked: Asked) => api.postMessage(asked);

/** Asks the editor to do something; what it tells before the answer has been heard by then. */
export function ask(asked: { do: "hold"; paths: string[] } | Omit<Extract<Asked, { do: "edit" }>, "id">): Promise<Refusal | null> {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    tell({ ...asked, id });
  });
}

addEventListener("message", ({ data, origin }: MessageEvent<Told>) => {
  if (origin !== location.origin && !origin.startsWith("vscode-webview:")) return;
  if (data.do !== "answer") return listener(data);
  waiting.get(data.id)?.(data.refusal);
  waiting.delete(data.id);
});
