// Limits of what can be opened.
export const MAX_TOTAL = 512 * 1024 * 1024; // bytes

export class TooLarge extends Error {}

export function guard(total: number): void {
  if (total > MAX_TOTAL) throw new TooLarge(`These files are larger than ${MAX_TOTAL >> 20} MiB together. Open fewer files.`);
}
