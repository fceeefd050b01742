// A worker that makes one archive: `[path, bytes]` of each file in, the bytes of the zip out.
import { zipSync } from "fflate";

addEventListener("message", ({ data }: MessageEvent<[string, Uint8Array][]>) => {
  const bytes = zipSync(Object.fromEntries(data));
  postMessage(bytes, { transfer: [bytes.buffer] });
});
