// `olmkit serve`, queried by grpc-js, a client that is not part of this project.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../test.mjs";
import { load } from "./load.mjs";
import { ask, client, list, start } from "./server.mjs";

const bundle = (name, version) => `---
schema: olm.bundle
package: ${name}
name: ${name}.v${version}
image: quay.io/x/${name}:v${version}
properties:
- type: olm.package
  value: {packageName: ${name}, version: ${version}}
- type: olm.gvk
  value: {group: ${name}.example.com, kind: Foo, version: v1}
- type: olm.csv.metadata
  value: {displayName: Foo, description: "${"long ".repeat(2000)}"}
`;

function catalog(name, versions) {
  const entries = versions.map((version, at) => `- name: ${name}.v${version}\n${at ? `  replaces: ${name}.v${versions[at - 1]}\n` : ""}`);
  return `schema: olm.package\nname: ${name}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ${name}\nname: stable\nentries:\n${entries.join("")}${versions.map((version) => bundle(name, version)).join("")}`;
}

const versions = Array.from({ length: 30 }, (_, at) => `1.${at}.0`);

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "olmkit-serve-"));
  t.after(() => rmSync(path, { recursive: true }));
  writeFileSync(join(path, "catalog.yaml"), catalog("foo", versions));
  return path;
}

test("answers, errors and streams", async (t) => {
  const server = await start(folder(t));
  const registry = client(server.port);
  assert.deepEqual(await list(registry, "ListPackages"), [{ name: "foo" }]);
  const found = await ask(registry, "GetPackage", { name: "foo" });
  assert.equal(found.channels[0].csvName, "foo.v1.29.0");
  const head = await ask(registry, "GetBundle", { pkgName: "foo", channelName: "stable", csvName: "foo.v1.29.0" });
  assert.equal(JSON.parse(head.csvJson).spec.displayName, "Foo");
  assert.deepEqual(head.object, [head.csvJson]);
  const bundles = await list(registry, "ListBundles");
  assert.equal(bundles.length, versions.length);
  assert.ok(bundles.every(({ csvJson }) => csvJson === ""));
  await assert.rejects(ask(registry, "GetPackage", { name: "bar" }), { code: 2, details: 'package "bar" not found' });
  registry.close();
  assert.deepEqual(await server.stop(), [0, null]);
});

test("a change is served to requests that begin after it, and a broken one is not", async (t) => {
  const path = folder(t);
  const server = await start(path, ["--watch"]);
  const registry = client(server.port);
  writeFileSync(join(path, "catalog.yaml"), catalog("bar", versions));
  await server.line("serving the changed catalog");
  assert.deepEqual(await list(registry, "ListPackages"), [{ name: "bar" }]);
  writeFileSync(join(path, "catalog.yaml"), "schema: [");
  await server.line("the previous one is kept");
  assert.deepEqual(await list(registry, "ListPackages"), [{ name: "bar" }]);
  registry.close();
  await server.stop();
});

test("a request that has begun ends after SIGTERM", async (t) => {
  const server = await start(folder(t));
  const registry = client(server.port);
  const stream = registry.ListBundles({});
  let count = 0;
  const done = new Promise((resolve, reject) => stream.once("end", resolve).once("error", reject));
  stream.once("data", () => server.child.kill("SIGTERM"));
  stream.on("data", () => {
    count += 1;
  });
  await done;
  assert.equal(count, versions.length);
  registry.close();
  assert.deepEqual(await server.ended, [0, null]);
});

test("catalogd's API over TLS, beside gRPC", async (t) => {
  const path = folder(t);
  const certificates = mkdtempSync(join(tmpdir(), "olmkit-tls-"));
  t.after(() => rmSync(certificates, { recursive: true }));
  const [cert, key] = ["tls.crt", "tls.key"].map((name) => join(certificates, name));
  const made = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
    "-keyout",
    key,
    "-out",
    cert,
  ];
  execFileSync("openssl", made, { stdio: "ignore" });
  const server = await start(`own=${path}`, ["--http", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key]);
  const [, port] = (await server.line("serving catalogs")).match(/127\.0\.0\.1:(\d+)/);
  const body = await new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", servername: "localhost", ca: readFileSync(cert), path: "/catalogs/own/api/v1/metas?schema=olm.package", agent: false };
    get(options, async (answer) => {
      const parts = [];
      for await (const part of answer) parts.push(part);
      resolve(Buffer.concat(parts).toString());
    }).on("error", reject);
  });
  assert.deepEqual(JSON.parse(body), { schema: "olm.package", name: "foo", defaultChannel: "stable" });
  const registry = client(server.port);
  assert.deepEqual(await list(registry, "ListPackages"), [{ name: "foo" }]);
  registry.close();
  assert.deepEqual(await server.stop(), [0, null]);
});

test("under load nothing is lost, and memory is bounded", async (t) => {
  const result = await load(folder(t), { seconds: 3, connections: 20, idlers: 100 });
  assert.deepEqual([result.lost, result.wrong, result.error, result.code], [0, 0, "", 0]);
  assert.ok(result.requests > 100, `${result.requests} requests`);
  assert.ok(result.peak < 200, `${result.peak} MB`);
});
