// Many clients at once, including slow, broken and idle ones. `node tests/serve/load.mjs FOLDER [SECONDS]` prints
// statistics. `node tests/serve/load.mjs FOLDER --bundles` prints how many bundles `ListBundles` sends per second of
// the server's CPU time.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ask, client, list, size, start } from "./server.mjs";

const NOT_FOUND = 2;

/** Returns the memory of a process in MB (Linux). */
function memory(pid, what = "VmRSS") {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(new RegExp(`${what}:\\s+(\\d+)`));
  return Math.round(Number(kilobytes) / 1024);
}

/** Sends requests one after another until the time is over. */
async function mixed(port, until, packages, counts) {
  const registry = client(port, { "grpc.max_receive_message_length": -1 });
  const one = (items) => items[Math.floor(Math.random() * items.length)];
  while (Date.now() < until) {
    const name = one(packages);
    try {
      const found = await ask(registry, "GetPackage", { name });
      const channel = one(found.channels);
      const head = await ask(registry, "GetBundle", { pkgName: name, channelName: channel.name, csvName: channel.csvName });
      if (head.csvName !== channel.csvName) counts.wrong += 1;
      await ask(registry, "GetBundle", { pkgName: name, channelName: channel.name, csvName: "none" }).then(
        () => (counts.wrong += 1),
        (error) => (error.code === NOT_FOUND ? undefined : Promise.reject(error)),
      );
      counts.requests += 3;
      if (Math.random() < 0.02) {
        counts.bundles += (await list(registry, "ListBundles")).length;
        counts.requests += 1;
      }
    } catch (error) {
      counts.lost += 1;
      counts.error = error.message;
    }
  }
  registry.close();
}

/** Starts to read a long response slowly, and disconnects. */
async function slow(port, until) {
  while (Date.now() < until) {
    const registry = client(port);
    const stream = registry.ListBundles({});
    stream.on("error", () => {});
    stream.pause();
    await sleep(Math.min(1000, Math.max(0, until - Date.now())));
    stream.cancel();
    registry.close();
  }
}

/** Sends invalid or incomplete HTTP/2, and disconnects. */
async function broken(port, until) {
  const starts = [
    "GET / HTTP/1.1\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x7f\x04\x00\x00\x00\x00\x01garbage",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\x01\x05\x00\x00\x00\x01",
    "\x16\x03\x01\x00\x05hello",
  ];
  for (let at = 0; Date.now() < until; at += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(Buffer.from(starts[at % starts.length], "latin1"));
    await sleep(20);
    socket.destroy();
  }
}

const idle = (port, count) =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const socket = connect(port, "127.0.0.1", () => resolve(socket)).on("error", () => resolve(socket));
        }),
    ),
  );

/** Puts load on a server for a folder, and returns statistics. */
export async function load(folder, { seconds, connections, idlers }) {
  const server = await start(folder);
  const first = client(server.port);
  const packages = (await list(first, "ListPackages")).map(({ name }) => name);
  first.close();
  const before = memory(server.child.pid);
  const sockets = await idle(server.port, idlers);
  const counts = { requests: 0, bundles: 0, lost: 0, wrong: 0, error: "" };
  const until = Date.now() + seconds * 1000;
  await Promise.all([
    ...Array.from({ length: connections }, () => mixed(server.port, until, packages, counts)),
    ...Array.from({ length: 10 }, () => slow(server.port, until)),
    broken(server.port, until),
  ]);
  const peak = memory(server.child.pid, "VmHWM");
  for (const socket of sockets) socket.destroy();
  const [code] = await server.stop();
  return { ...counts, idlers: sockets.length, before, peak, code };
}

/** Returns the CPU time of a process in milliseconds (Linux, whose clock has 100 ticks per second). */
function cpu(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** Requests all bundles repeatedly. The server computes the first response, and caches it. */
async function bundles(folder, calls = 500) {
  const server = await start(folder);
  const registry = client(server.port, { "grpc.max_receive_message_length": -1 });
  const ready = cpu(server.child.pid);
  const all = await list(registry, "ListBundles");
  const count = all.length;
  const bytes = all.reduce((sum, bundle) => sum + size("ListBundles", bundle), 0);
  const first = cpu(server.child.pid) - ready;
  const begin = performance.now();
  for (let at = 0; at < calls; at += 1) await list(registry, "ListBundles");
  const wall = performance.now() - begin;
  const used = cpu(server.child.pid) - ready - first;
  registry.close();
  await server.stop();
  const perSecond = (milliseconds) => Math.round((count * calls * 1000) / milliseconds);
  const megabytesPerSecondOfCpu = Math.round((bytes * calls) / (used * 1000));
  return { count, bytes, first, used, perSecondOfCpu: perSecond(used), megabytesPerSecondOfCpu, perSecondWithThisClient: perSecond(wall) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder, seconds = "120"] = process.argv;
  if (seconds === "--bundles") console.log(await bundles(folder));
  else console.log(await load(folder, { seconds: Number(seconds), connections: 200, idlers: 10000 }));
}
