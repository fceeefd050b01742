// Tests that wait for a browser or a server. A test that hangs fails after a timeout, so that the others still run.
import { test as nodeTest } from "node:test";

export { after, before, beforeEach } from "node:test";

/**
 * Whether a test whose programs are missing fails instead of being skipped. Some programs exist only for Linux, so CI
 * requires them there. The same rule is in `olmkit_testing::have`.
 */
export const mustRun = Boolean(process.env.CI) && process.platform === "linux";

/** Longer than any test takes on a machine that also builds. */
const LONGEST = 2 * 60_000;

/** `test` of node:test, with a timeout. */
export function test(name, ...rest) {
  const run = rest.pop();
  const options = rest.pop() ?? {};
  return nodeTest(name, { timeout: LONGEST, ...options }, run);
}
