// The native program serving a folder, and an independent gRPC client.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials, loadPackageDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { nativeProgram, root } from "../../scripts/folders.mjs";

export const BINARY = process.env.OLMKIT_BINARY ?? nativeProgram;
const definition = loadSync(join(root, "crates", "serve", "proto", "registry.proto"), { keepCase: true, defaults: true });
const { api } = loadPackageDefinition(definition);

/** Starts the server. `line` returns the next line of its log that contains a text. */
export async function start(folder, args = [], options = {}) {
  const child = spawn(BINARY, ["serve", folder, "--port", "0", ...args], { stdio: ["ignore", "ignore", "pipe"], ...options });
  const lines = createInterface({ input: child.stderr });
  const seen = [];
  const waiting = [];
  lines.on("line", (line) => {
    seen.push(line);
    for (const wait of [...waiting]) wait();
  });
  const line = (text) =>
    new Promise((resolve) => {
      const look = () => {
        const found = seen.find((one) => one.includes(text));
        if (!found) return;
        waiting.splice(waiting.indexOf(look), 1);
        seen.splice(seen.indexOf(found), 1);
        resolve(found);
      };
      waiting.push(look);
      look();
    });
  const [, port] = (await line("serving registry")).match(/port=(\d+)/);
  const ended = once(child, "exit");
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { child, port: Number(port), line, ended, stop };
}

export const client = (port, options = {}) => new api.Registry(`127.0.0.1:${port}`, credentials.createInsecure(), { "grpc.use_local_subchannel_pool": 1, ...options });

/** Returns the response to a unary call. */
export const ask = (registry, rpc, request = {}) => new Promise((resolve, reject) => registry[rpc](request, (error, answer) => (error ? reject(error) : resolve(answer))));

/** Returns the size of a message in bytes. */
export const size = (rpc, message) => api.Registry.service[rpc].responseSerialize(message).length;

/** Returns all messages of a streaming call. */
export async function list(registry, rpc, request = {}) {
  const messages = [];
  for await (const message of registry[rpc](request)) messages.push(message);
  return messages;
}
