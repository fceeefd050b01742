// Bytes that were transferred to a Worker are empty. They are refused, and an engine that does not receive the files
// again does not return results for an empty catalog.
import assert from "node:assert/strict";
import { createClient } from "olmkit/client";
import { heads } from "./heads.js";

const bytes = () => new TextEncoder().encode(heads);
const isRefused = (argument) => (error) => error instanceof TypeError && error.code === "INVALID_ARGUMENT" && error.argument === argument;

async function openedTwice(options) {
  const client = createClient(options);
  const files = [
    { path: "empty.yaml", bytes: new Uint8Array() },
    { path: "catalog.yaml", bytes: bytes() },
  ];
  structuredClone(files[1].bytes, { transfer: [files[1].bytes.buffer] });
  await assert.rejects(client.openMany(files), isRefused("files[1].bytes"));
  await assert.rejects(client.openMany([{ path: "a.yaml", bytes: files[1].bytes.buffer }]), isRefused("files[0].bytes"));
  assert.deepEqual(await client.paths(), []);
  client.terminate();
}

async function restarted() {
  const events = [];
  let files = [{ path: "catalog.yaml", bytes: bytes() }];
  const client = createClient({ files: () => files, onRestart: ({ ok, message }) => events.push([ok, message]) });
  await client.openMany(files);
  const waiting = client.report();
  const restart = client.restart();
  await assert.rejects(waiting, { code: "ENGINE_STOPPED" });
  await assert.rejects(restart, isRefused("files()[0].bytes"));
  await assert.rejects(client.report(), { code: "ENGINE_STOPPED", message: /`files\(\)\[0\]\.bytes` was transferred/ });
  assert.deepEqual(
    events.map(([ok]) => ok),
    [false],
  );
  // New bytes are accepted.
  files = [{ path: "catalog.yaml", bytes: bytes() }];
  await client.restart();
  assert.equal((await client.report()).opm.first, "channel-multiple-heads");
  client.terminate();
}

async function unanswered() {
  const broken = new Error("the files cannot be read");
  for (const [files, expected] of [
    [
      () => {
        throw broken;
      },
      (error) => error === broken,
    ],
    [() => undefined, isRefused("files")],
  ]) {
    const client = createClient({ files });
    await assert.rejects(client.restart(), expected);
    await assert.rejects(client.report(), { code: "ENGINE_STOPPED" });
  }
}

/** Options that cannot be copied to the Worker change nothing: the files are there after a restart. */
async function uncopied() {
  const client = createClient();
  await client.openMany([{ path: "catalog.yaml", bytes: bytes() }]);
  await assert.rejects(client.reset({ profile: () => "strict" }), TypeError);
  await client.restart();
  assert.deepEqual(await client.paths(), ["catalog.yaml"]);
  client.terminate();
}

/** Options that are refused change nothing, in the Worker and for a restart. */
async function refused() {
  const client = createClient();
  await client.reset({ profile: "opm" });
  await client.openMany([{ path: "catalog.yaml", bytes: bytes() }]);
  const before = await client.report();
  for (const options of [{ profile: "nothing" }, { select: ["nothing"] }, { other: 1 }, 5]) await assert.rejects(client.reset(options));
  assert.deepEqual(await client.report(), before);
  await client.restart();
  assert.deepEqual(await client.report(), before);
  client.terminate();
}

await openedTwice();
await openedTwice({ files: () => [] });
await restarted();
await unanswered();
await uncopied();
await refused();
console.log("channel-multiple-heads");
