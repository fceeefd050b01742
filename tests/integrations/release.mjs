// Serves a release on loopback for install.sh. Its archive contains a script that runs the native program of this tree.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nativeProgram, root } from "../../scripts/folders.mjs";

export const BINARY = process.env.OLMKIT_BINARY ?? nativeProgram;
export const VERSION = /^version = "(.+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];
const TARGETS = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin"];

/** Creates a folder that is removed at the end of the test. */
export function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-integrations-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function archive(folder) {
  const name = join(folder, "olmkit");
  mkdirSync(name, { recursive: true });
  writeFileSync(join(name, "olmkit"), `#!/bin/sh\nexec "${BINARY}" "$@"\n`);
  chmodSync(join(name, "olmkit"), 0o755);
  execFileSync("tar", ["-czf", "olmkit.tar.gz", "olmkit"], { cwd: folder });
  return readFileSync(join(folder, "olmkit.tar.gz"));
}

/** Serves the release. With `wrongSum`, its checksum is wrong. `requests` lists the requests. */
export async function serveRelease(t, { wrongSum = false, targets = TARGETS } = {}) {
  const bytes = archive(scratch(t));
  const sum = createHash("sha256")
    .update(wrongSum ? "other" : bytes)
    .digest("hex");
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const target = targets.find((name) => request.url.includes(`olmkit-${name}.tar.gz`));
    if (request.url.endsWith("/install.sh")) return response.end(readFileSync(join(root, "integrations", "install.sh")));
    if (!target) return response.writeHead(404).end();
    response.end(request.url.endsWith(".sha256") ? `${sum}  olmkit-${target}.tar.gz\n` : bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}
