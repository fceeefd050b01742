// A worker that fetches an address for a page whose own policy allows requests to its server only. It sends no cookie and
// no referrer.
const LARGEST = 64 * 1024 * 1024;
const TIMEOUT = 30_000; // milliseconds

/** The response to an address. `problem` continues a sentence that starts with the host. */
export type Fetched = { problem: string } | { problem?: undefined; bytes: Uint8Array<ArrayBuffer>; type: string };

async function load(address: string): Promise<Fetched> {
  const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) return { problem: `answers ${response.status} ${response.statusText}`.trim() };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  if (!reader) return { problem: "answers without content" };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) {
      reader.cancel().catch(() => {});
      return { problem: `has more than ${LARGEST >> 20} MiB` };
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { bytes, type: response.headers.get("content-type") ?? "" };
}

function problemOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return `did not respond for ${TIMEOUT / 1000} s`;
  return "cannot be fetched: the server did not respond, or does not allow other sites to read it (CORS)";
}

addEventListener("message", async ({ data }: MessageEvent<string>) => postMessage(await load(data).catch((error): Fetched => ({ problem: problemOf(error) }))));
