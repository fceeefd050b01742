// Runs each step as soon as its dependencies are done. Prints what happens and the remaining time, one line per event,
// so that logs and terminals are both readable.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";

export { root };

const ESTIMATES = JSON.parse(readFileSync(join(root, "scripts", "estimates.json"), "utf8"));
const LOGS = join(root, ".cache", "log");
const HEARTBEAT = 20_000;
const TAIL = 40;

const started = Date.now();
let lastLine = started;

export function say(text) {
  lastLine = Date.now();
  const seconds = Math.floor((lastLine - started) / 1000);
  console.log(`[${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, "0")}] ${text}`);
}

/** Formats a duration. */
export function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${(seconds / 60).toFixed(1).replace(/\.0$/, "")} min`;
}

/** Returns the remaining time in seconds: that of the longest chain of dependent steps. */
export function secondsLeft(steps, now) {
  const known = new Map();
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const chain = (step) => {
    if (known.has(step.key)) return known.get(step.key);
    known.set(step.key, 0);
    const before = (step.needs ?? []).map((key) => byKey.get(key)).filter((other) => other && !other.done);
    const ran = step.begun === undefined ? 0 : (now - step.begun) / 1000;
    const own = step.done ? 0 : Math.max(step.seconds - ran, step.seconds / 20);
    const total = own + Math.max(0, ...before.map(chain));
    known.set(step.key, total);
    return total;
  };
  return Math.max(0, ...steps.map(chain));
}

const children = new Set();

/** Runs a command and writes its output to a log. If it fails, rejects with the end of the log. */
export function command(key, program, args, options = {}) {
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `${key}.log`));
  let text = "";
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        log.write(data);
        text = (text + data).slice(-20_000);
      });
    }
    const end = (problem) => {
      children.delete(child);
      log.end();
      if (!problem) return resolve(text);
      const tail = text.trimEnd().split("\n").slice(-TAIL).join("\n");
      reject(new Error(`${program} ${args.join(" ")} ${problem}\n${tail}`));
    };
    child.once("error", (error) => end(`could not be started: ${error.message}`));
    child.once("close", (code) => end(code === 0 ? undefined : `failed with ${code}`));
  });
}

/**
 * Runs `{ key, title, needs, run }` steps. `needs` are the keys of other steps; keys that are not in the list count as
 * done.
 *
 * @throws the first failure, after stopping the running steps
 */
export async function runSteps(list) {
  const steps = list.map((step) => ({ seconds: ESTIMATES[step.key] ?? 5, ...step }));
  const pending = new Map();
  const left = () => `about ${duration(secondsLeft(steps, Date.now()))} left`;
  const running = () => steps.filter((step) => step.begun !== undefined && !step.done);
  const beat = setInterval(() => {
    if (Date.now() - lastLine < HEARTBEAT || running().length === 0) return;
    const now = Date.now();
    const what = running().map((step) => `${step.title} (${duration((now - step.begun) / 1000)} of ${duration(step.seconds)})`);
    say(`... ${what.join(", ")}; ${left()}`);
  }, 1000);

  const start = (step) => {
    step.begun = Date.now();
    say(`${step.title}: ${duration(step.seconds)}; ${left()}`);
    pending.set(
      step.key,
      Promise.resolve(step.run()).then(() => {
        step.done = true;
        pending.delete(step.key);
        say(`${step.title}: done in ${duration((Date.now() - step.begun) / 1000)}`);
      }),
    );
  };
  const keys = new Set(steps.map((step) => step.key));
  const ready = (step) => step.begun === undefined && (step.needs ?? []).every((key) => !keys.has(key) || steps.some((other) => other.key === key && other.done));
  try {
    for (;;) {
      steps.filter(ready).forEach(start);
      if (pending.size === 0) break;
      await Promise.race(pending.values());
    }
  } catch (error) {
    for (const child of children) child.kill();
    throw error;
  } finally {
    clearInterval(beat);
  }
  const blocked = steps.filter((step) => !step.done).map((step) => step.key);
  if (blocked.length) throw new Error(`steps wait for each other: ${blocked.join(", ")}`);
}
