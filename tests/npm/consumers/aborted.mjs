// An aborted query stops: it is not sent, or the engine that works on it is stopped and restarted.
import assert from "node:assert/strict";
import { createClient } from "olmkit/client";

const given = new Error("given up");
const isGivenUp = (error) => error === given;
const turn = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Creates engines that record what they receive. They respond to all requests, except that `endless` never finishes.
 */
function engines(endless) {
  const all = [];
  const worker = () => {
    const engine = { sent: [], isEnded: false };
    all.push(engine);
    return {
      addEventListener: (type, listener) => type === "message" && Object.assign(engine, { listener }),
      terminate: () => Object.assign(engine, { isEnded: true }),
      postMessage: ({ id, method, params }) => {
        engine.sent.push([method, ...params]);
        if (method !== endless) setTimeout(() => engine.listener({ data: { id, ok: true, result: method } }));
      },
    };
  };
  return { all, worker };
}

async function waits() {
  const { all, worker } = engines();
  const client = createClient({ worker });
  const signal = new AbortController();
  const opened = client.open("a.yaml", "a");
  const asked = client.withSignal(signal.signal).report();
  const closed = client.close("b.yaml");
  signal.abort(given);
  await assert.rejects(asked, isGivenUp);
  await Promise.all([opened, closed]);
  assert.deepEqual(
    all.map(({ sent }) => sent.map(([method]) => method)),
    [["open", "close"]],
  );
}

async function runs() {
  const { all, worker } = engines("report");
  const client = createClient({ worker });
  await client.reset({ profile: "strict" });
  await client.open("a.yaml", "one");
  const signal = new AbortController();
  const asked = client.withSignal(signal.signal).report();
  const calls = [client.change("a.yaml", [{ from: 0, to: 0, text: "1" }]), client.close("b.yaml"), client.withSignal(new AbortController().signal).packages()];
  signal.abort(given);
  await assert.rejects(asked, isGivenUp);
  await Promise.all(calls);
  assert.deepEqual(
    all.map(({ isEnded }) => isEnded),
    [true, false],
  );
  const [, { sent }] = all;
  assert.deepEqual(sent.slice(0, 2), [
    ["reset", { profile: "strict" }],
    ["openMany", [{ path: "a.yaml", text: "one" }]],
  ]);
  assert.deepEqual(
    sent.slice(2).map(([method]) => method),
    ["change", "close", "packages"],
  );
  // After a restart, the engine has the change exactly once.
  await client.restart();
  assert.deepEqual(all[2].sent[1], ["openMany", [{ path: "a.yaml", text: "1one" }]]);
}

async function ownFiles() {
  const { all, worker } = engines("report");
  const client = createClient({ worker, files: () => [{ path: "a.yaml", text: "with the change" }] });
  const signal = new AbortController();
  const ask = () => client.withSignal(signal.signal).report();
  const asked = ask();
  const change = client.change("a.yaml", []);
  signal.abort(given);
  await assert.rejects(asked, isGivenUp);
  await turn(50);
  assert.equal(all.length, 1, "the change would be sent to an engine that has it already");
  client.terminate();
  await assert.rejects(change, { code: "ENGINE_STOPPED" });
}

await waits();
await runs();
await ownFiles();
console.log("channel-multiple-heads");
