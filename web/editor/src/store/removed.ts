// What is at texts that a change removes. Asked before the change: afterwards, nothing is there.
import type { At } from "olmkit";
import type { Part } from "./edits.js";

const MAX = 20; // removed texts that are looked up

/** By path and offset in the text before the change. Null if the engine does not have the text. */
export type Removed = Map<string, Promise<At | null>>;
export const removedKey = (path: string, from: number) => `${path}:${from}`;

/** Asks the engine what a range of a text is in. Undefined if it does not have the text. */
type Ask = (path: string, from: number, to: number) => Promise<At | null> | undefined;

export function askRemoved(askNow: Ask, parts: Part[]): Removed {
  const all = parts.flatMap(({ path, changes }) => changes.filter(({ text }) => text === "").map(({ from, to }) => ({ path, from, to })));
  const ask = (path: string, from: number, to: number) => askNow(path, from, to)?.catch(() => null) ?? Promise.resolve(null);
  return new Map(all.slice(0, MAX).map(({ path, from, to }) => [removedKey(path, from), ask(path, from, to)]));
}
