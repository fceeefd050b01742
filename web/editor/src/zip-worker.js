// A worker that makes one archive: `[path, bytes]` of each file in, the bytes of the zip out.
import { zipSync } from "fflate";

addEventListener("message", ({ data }) => {
  const bytes = zipSync(Object.fromEntries(data));
  postMessage(bytes, [bytes.buffer]);
});
