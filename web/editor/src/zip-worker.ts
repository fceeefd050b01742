// A worker that creates one archive: receives `[path, bytes]` of each file and responds with the bytes of the zip.
import { zipSync } from "fflate";

addEventListener("message", ({ data }: MessageEvent<[string, Uint8Array][]>) => {
  const bytes = zipSync(Object.fromEntries(data));
  postMessage(bytes, { transfer: [bytes.buffer] });
});
