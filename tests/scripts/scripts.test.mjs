import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { ASSETS } from "../../scripts/assemble.mjs";
import { duration, root, runSteps, secondsLeft } from "../../scripts/progress.mjs";
import { serve } from "../../scripts/serve.mjs";
import { fingerprint } from "../../scripts/stamps.mjs";
import { count, failedTests, failureReports, notRun, tee } from "../../scripts/test.mjs";

test("time left is the longest chain of steps, less what has run", () => {
  const steps = [
    { key: "a", seconds: 100, begun: 0 },
    { key: "b", seconds: 50, needs: ["a"] },
    { key: "c", seconds: 120, begun: 0 },
  ];
  assert.equal(secondsLeft(steps, 40_000), 60 + 50);
  steps[0].done = true;
  assert.equal(secondsLeft(steps, 100_000), 50);
  assert.equal(duration(40), "40 s");
  assert.equal(duration(90), "1.5 min");
});

test("steps run after what they need, and beside what they do not need", async () => {
  const events = [];
  const step = (key, needs, wait) => ({
    key,
    title: key,
    needs,
    run: async () => {
      events.push(`${key}+`);
      await new Promise((done) => setTimeout(done, wait));
      events.push(`${key}-`);
    },
  });
  await runSteps([step("late", ["early", "not in the list"], 1), step("early", [], 30), step("beside", [], 5)]);
  assert.deepEqual(events, ["early+", "beside+", "beside-", "early-", "late+", "late-"]);
});

test("a step that fails stops the rest; steps that wait for each other are an error", async () => {
  const bad = { key: "bad", title: "bad", run: () => Promise.reject(new Error("no disk")) };
  const after = { key: "after", title: "after", needs: ["bad"], run: () => assert.fail("must not run") };
  await assert.rejects(runSteps([bad, after]), /no disk/);
  const knot = (key, needs) => ({ key, title: key, needs, run: () => undefined });
  await assert.rejects(runSteps([knot("x", ["y"]), knot("y", ["x"])]), /x, y/);
});

test("the tests that failed are known by name", () => {
  assert.deepEqual(failedTests("ok 1 - fine\nnot ok 2 - 80 it (works)\n    not ok 1 - inner\nnot ok 3 - a \\# b\n# fail 2\n"), ["80 it (works)", "a # b"]);
});

test("reports of failed tests are found in the output of a suite", () => {
  const cargo =
    "test a::b ... FAILED\n\nfailures:\n\n---- a::b stdout ----\npanicked at x.rs:1\n\nleft: 1\n\n---- c stdout ----\nno\n\n\nfailures:\n    a::b\n    c\n\ntest result: FAILED. 3 passed; 2 failed;\n";
  assert.deepEqual(failureReports(cargo), ["---- a::b stdout ----\npanicked at x.rs:1\n\nleft: 1", "---- c stdout ----\nno"]);
  const tap = "ok 1 - fine\n  ---\n  ...\nnot ok 2 - bad\n  ---\n  error: 'no'\n  ...\n# Subtest: next\nok 3 - next\n";
  assert.deepEqual(failureReports(tap), ["not ok 2 - bad\n  ---\n  error: 'no'\n  ..."]);
  const linter = Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n");
  assert.match(failureReports(linter)[0], /^line 40\n[\s\S]*line 99$/);
});

test("results of cargo, node and our runners are counted", () => {
  const text = "test result: ok. 12 passed; 0 failed; 1 ignored\ntest result: FAILED. 3 passed; 2 failed;\n# pass 4\n# fail 1\n# cancelled 1\n5 passed, 0 failed\n";
  assert.deepEqual(count(text), { passed: 24, failed: 4 });
});

test("a suite that is not run fails in CI", () => {
  for (const state of ["skipped", "absent"]) {
    assert.deepEqual(notRun("npm", state, true), { name: "npm", state: "FAILED", passed: 0, failed: 1, seconds: 0 });
    assert.deepEqual(notRun("npm", state, false), { name: "npm", state, passed: 0, failed: 0, seconds: 0 });
  }
});

test("a suite that prints nothing for too long is stopped", async () => {
  const { code, text } = await tee(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {}, 1000);
  assert.equal(code, 1);
  assert.match(text, /^1\nnothing was printed for 1 s: ended\n$/);
});

test("the fingerprint follows names and content", () => {
  const one = fingerprint(["scripts"]);
  assert.equal(fingerprint(["scripts"]), one);
  assert.notEqual(fingerprint(["scripts"], "other compiler"), one);
  assert.notEqual(fingerprint(["scripts/test.mjs"]), one);
});

test("the server serves files of its folder only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "olmkit-serve-"));
  writeFileSync(join(folder, "index.html"), "<p>hello</p>");
  for (const name of ["a.wasm", "a.woff2"]) writeFileSync(join(folder, name), "");
  const server = await serve(folder);
  const get = (path) =>
    new Promise((done, reject) => {
      const ask = request({ port: server.address().port, path }, (response) => {
        response.resume();
        done(`${response.statusCode} ${response.headers["content-type"] ?? ""}`);
      });
      ask.once("error", reject).end();
    });
  assert.equal(await get("/"), "200 text/html; charset=utf-8");
  assert.equal(await get("/a.wasm"), "200 application/wasm");
  assert.equal(await get("/a.woff2"), "200 font/woff2", "the types of `olmkit open`");
  for (const path of ["/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/none", "/%"]) {
    assert.match(await get(path), /^40[04]/, path);
  }
  server.close();
});

test("`assemble.mjs` handles every kind of asset in index.html", () => {
  const page = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
  const kinds = [...page.matchAll(/<link data-trunk rel="([^"]*)"/g)].map(([, kind]) => kind);
  assert.ok(kinds.includes("rust"));
  assert.deepEqual(
    kinds.filter((kind) => !ASSETS[kind]),
    [],
  );
});

test("the language server is fuzzed with every request that it answers", () => {
  const names = (path) => [...readFileSync(join(root, path), "utf8").matchAll(/^ +"((?:textDocument|workspace|olmkit)\/[\w/]+)"(?: =>|,$)/gm)].map(([, name]) => name).sort();
  const answered = names("crates/cli/src/lsp/requests.rs");
  assert.ok(answered.length > 15, `${answered.length} requests`);
  assert.deepEqual(names("fuzz/fuzz_targets/lsp.rs"), answered);
});
