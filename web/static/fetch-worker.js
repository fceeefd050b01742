// Fetches one address for a page whose own policy allows requests to its server only. It sends no cookie and
// no referrer, and answers { bytes, type, address } or { problem }.
const LARGEST = 64 * 1024 * 1024;
const PATIENCE = 30_000; // milliseconds

async function load(address) {
  const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) return { problem: `answers ${response.status} ${response.statusText}`.trim() };
  const parts = [];
  let size = 0;
  const reader = response.body.getReader();
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
  return { bytes, type: response.headers.get("content-type") ?? "", address: response.url };
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage(await load(data));
  } catch (error) {
    postMessage({ problem: error.name === "TimeoutError" ? `did not answer for ${PATIENCE / 1000} s` : "cannot be read from here: it did not answer, or it does not let other sites read it (CORS)" });
  }
});
