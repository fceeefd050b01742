// Runs the steps of action.yml like a runner: their scripts and environment, in a repository with a base.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { parse } from "yaml";
import { root } from "../../scripts/progress.mjs";
import { mustRun, test } from "../test.mjs";
import { scratch, serveRelease } from "./release.mjs";

const action = parse(readFileSync(join(root, "action.yml"), "utf8"));

const catalog = (edge) => `---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
  - name: foo.v1.0.0
  - name: foo.v1.1.0
${edge}
${["1.0.0", "1.1.0"]
  .map(
    (version) => `---
schema: olm.bundle
package: foo
name: foo.v${version}
image: quay.io/foo/foo:v${version}
properties:
  - type: olm.package
    value: { packageName: foo, version: ${version} }
`,
  )
  .join("")}`;

/** Creates a repository whose first commit is the base, and whose work tree contains the changes since. */
function repository(t, files, changes = {}) {
  const folder = scratch(t);
  const git = (...args) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: folder, encoding: "utf8" }).trim();
  const write = (all) => {
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  git("init", "--quiet");
  write(files);
  git("add", ".");
  git("commit", "--quiet", "--message", "base");
  write(changes);
  return { folder, base: git("rev-parse", "HEAD") };
}

/** Runs a step without blocking the servers of the test. */
const step = (script, cwd, env) =>
  new Promise((resolve, reject) => {
    const code = `const { workerData, parentPort } = require("node:worker_threads");
      const { spawnSync } = require("node:child_process");
      const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", workerData.script], { ...workerData.options, encoding: "utf8" });
      parentPort.postMessage({ code: status, stdout, stderr });`;
    const worker = new Worker(code, { eval: true, workerData: { script, options: { cwd, env } } });
    worker.once("message", resolve).once("error", reject);
  });

/** Runs all steps like a runner. */
async function runAction(t, cwd, inputs, extra = {}) {
  const runner = scratch(t);
  const files = { GITHUB_STEP_SUMMARY: join(runner, "summary.md"), GITHUB_PATH: join(runner, "path") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const release = await serveRelease(t);
  const context = {
    ...process.env,
    ...files,
    RUNNER_TEMP: runner,
    GITHUB_ACTION_PATH: root,
    OLMKIT_RELEASES: release.url,
    GITHUB_EVENT_PATH: join(runner, "event.json"),
    GITHUB_REPOSITORY: "owner/repo",
    ...extra,
  };
  writeFileSync(context.GITHUB_EVENT_PATH, JSON.stringify({ pull_request: { number: 7 } }));
  const value = (text) => String(text).replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? String(action.inputs[name].default).replace(/\$\{\{ github\.token \}\}/, "secret"));
  let last;
  for (const { run, env } of action.runs.steps) {
    const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, value(text)]));
    const added = readFileSync(files.GITHUB_PATH, "utf8").trim().split("\n").filter(Boolean);
    last = await step(run, cwd, { ...context, ...own, PATH: [...added, process.env.PATH].join(":") });
    if (last.code !== 0) break;
  }
  return { ...last, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}

test("without paths every catalog of the repository is checked, and the findings are annotations and a summary", async (t) => {
  const { folder } = repository(t, { "catalogs/v4.19/foo/catalog.yaml": catalog("    replaces: foo.v1.0.0"), "catalogs/v4.20/foo/catalog.yaml": catalog("") });
  const { code, stdout, stderr, summary } = await runAction(t, folder, {});
  assert.equal(code, 1, stderr);
  assert.match(stdout, /^::error .*file=catalogs\/v4\.20\/foo\/catalog\.yaml.*line=\d+/m);
  assert.doesNotMatch(stdout, /^::error .*v4\.19/m);
  assert.match(summary, /v4\.20\/foo\/catalog\.yaml/);
});

test("patterns and spaces in paths", async (t) => {
  const good = catalog("    replaces: foo.v1.0.0");
  const { folder } = repository(t, { "my catalogs/v4.19/c.yaml": good, "my catalogs/v4.20/c.yaml": good, "other/c.yaml": catalog("") });
  const all = await runAction(t, folder, { paths: "my catalogs/v4.*\n\n", command: "validate" });
  assert.equal(all.code, 0, all.stderr);
  const none = await runAction(t, folder, { paths: "absent/*" });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /absent\/\*/);
});

test("options and SARIF", async (t) => {
  const { folder } = repository(t, { "c/c.yaml": catalog("") });
  const { code } = await runAction(t, folder, { paths: "c", options: "--exit-zero\n", sarif: "out.sarif", summary: "false" });
  assert.equal(code, 0);
  const log = JSON.parse(readFileSync(join(folder, "out.sarif"), "utf8"));
  assert.ok(log.runs[0].results.length > 0);
});

test("registries are queried for the images if the option is set", async (t) => {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(request.url === "/v2/" ? 200 : 404).end("{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const text = catalog("    replaces: foo.v1.0.0").replaceAll("quay.io", `127.0.0.1:${server.address().port}`);
  const { folder } = repository(t, { "c/c.yaml": text });
  const cache = { XDG_CACHE_HOME: scratch(t) };
  assert.equal((await runAction(t, folder, {}, cache)).code, 0);
  assert.deepEqual(asked, []);
  const { code, stdout } = await runAction(t, folder, { "check-images": "true", options: "--use-http" }, cache);
  assert.equal(code, 1);
  assert.match(stdout, /^::error file=c\/c\.yaml,line=\d+,.*title=image-missing::/m);
  assert.ok(asked.includes("/v2/foo/foo/manifests/v1.0.0"), asked.join(" "));
});

/** Serves the comments of a pull request like the API of GitHub: in pages. At first there are `count` of other authors. */
async function comments(t, count = 1) {
  const kept = Array.from({ length: count }, (_, at) => ({ id: at + 1, body: "Nice work" }));
  const page = (url) => {
    const [size, number] = ["per_page", "page"].map((name) => Number(new URL(url, "http://x").searchParams.get(name)));
    return kept.slice(size * (number - 1), size * number);
  };
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    if (request.method === "POST") kept.push({ id: kept.length + 1, ...JSON.parse(text) });
    const id = Number(/comments\/(\d+)$/.exec(request.url)?.[1]);
    if (request.method === "PATCH")
      Object.assign(
        kept.find((comment) => comment.id === id),
        JSON.parse(text),
      );
    response.end(JSON.stringify(request.method === "GET" ? page(request.url) : {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { kept, requests, url: `http://127.0.0.1:${server.address().port}` };
}

test("a pull request gets one comment that lists the versions that lose an upgrade path", { skip: missing("jq", "curl") }, async (t) => {
  const { folder, base } = repository(t, { "c/c.yaml": catalog("    replaces: foo.v1.0.0") }, { "c/c.yaml": catalog("    skips: [foo.v0.9.0]") });
  const api = await comments(t);
  const inputs = { paths: "c", base, comment: "true", options: "--exit-zero" };
  const first = await runAction(t, folder, inputs, { GITHUB_API_URL: api.url });
  assert.equal(first.code, 0, first.stderr);
  assert.equal(api.kept.length, 2);
  assert.match(api.kept[1].body, /^<!-- olmkit -->\n### c\n[\s\S]*foo\.v1\.0\.0/);
  assert.match(first.summary, /foo\.v1\.0\.0/);
  assert.ok(api.requests.length > 1 && api.requests.every((line) => line.endsWith("Bearer secret") && line.includes("/repos/owner/repo/issues/")));

  writeFileSync(join(folder, "c/c.yaml"), catalog("    skips: [foo.v0.8.0]"));
  await runAction(t, folder, inputs, { GITHUB_API_URL: api.url });
  assert.equal(api.kept.length, 2, "the comment is changed, not written again");
  assert.match(api.kept[1].body, /foo\.v0\.8\.0|foo\.v1\.0\.0/);
});

test("the comment is found among hundreds", { skip: missing("jq", "curl") }, async (t) => {
  const { folder, base } = repository(t, { "c/c.yaml": catalog("    replaces: foo.v1.0.0") }, { "c/c.yaml": catalog("    skips: [foo.v0.9.0]") });
  const api = await comments(t, 200);
  const inputs = { paths: "c", base, comment: "true", options: "--exit-zero" };
  for (const _ of ["written", "changed"]) {
    await runAction(t, folder, inputs, { GITHUB_API_URL: api.url });
    assert.equal(api.kept.length, 201);
  }
});

test("a catalog that cannot be read does not hide the results of the others", async (t) => {
  const good = catalog("    replaces: foo.v1.0.0");
  const { folder, base } = repository(t, { "a/c.yaml": good, "b/c.yaml": good }, { "a/c.yaml": `${good}---\nschema: [\n`, "b/c.yaml": catalog("") });
  for (const paths of ["a\nb", ""]) {
    const { code, stdout, stderr, summary } = await runAction(t, folder, { paths, base });
    assert.equal(code, 1, stderr);
    assert.match(stdout, /^::error .*file=a\/c\.yaml/m);
    assert.match(stdout, /^::error .*file=b\/c\.yaml/m);
    assert.match(
      summary,
      /a\/c\.yaml[\s\S]*b\/c\.yaml[\s\S]*### a\n\nThe catalog cannot be compared with its base:\n\n {4}the new catalog cannot be read: a\/c\.yaml:\d+:\d+: .*\n\n### b\n\n(opm rejects .*\n\n)?\|/,
    );
    assert.match(stderr, /a\/c\.yaml:\d+:\d+/);
  }
});

test("a base that cannot be read is not compared, and a path that the base does not have hides nothing", async (t) => {
  const good = catalog("    replaces: foo.v1.0.0");
  const { folder, base } = repository(t, { "a/c.yaml": `${good}---\nschema: [\n`, "b/README.md": "", "c/c.yaml": good }, { "a/c.yaml": good, "b/c.yaml": good, "c/c.yaml": catalog("") });
  for (const paths of ["b\na\nc", ""]) {
    const { summary } = await runAction(t, folder, { paths, base, command: "check" });
    assert.match(summary, /^### a\n\nThe catalog cannot be compared with its base:\n\n {4}the old catalog cannot be read: [^:]+:a\/c\.yaml:\d+:\d+: .*\n\n### c\n\n(opm rejects .*\n\n)?\|/m);
    assert.doesNotMatch(summary, /^### b$/m);
  }
});

test("a check of the base that fails is reported, and does not hide the results of the others", async (t) => {
  const good = catalog("    replaces: foo.v1.0.0");
  const files = { "a/c.yaml": good, "a/olmkit.yaml": "severity: [\n", "a/.indexignore": "olmkit.yaml\n", "c/c.yaml": good, "d/README.md": "" };
  const { folder, base } = repository(t, files, { "a/olmkit.yaml": "{}\n", "c/c.yaml": catalog(""), "d/c.yaml": good });
  const { stderr, summary } = await runAction(t, folder, { paths: "a\nc\nd\nd/c.yaml", base, command: "check" });
  assert.match(stderr, /^olmkit: a\/olmkit\.yaml:2:1: /m);
  assert.match(summary, /^### a\n\n`olmkit check` failed at the base:\n\n {4}a\/olmkit\.yaml:2:1: .*\n\n### c\n\n(opm rejects .*\n\n)?\|/m);
  assert.doesNotMatch(stderr + summary, /was found in|no such file/, "a path without a catalog at the base is not an error");
});

test("a catalog without a change is not in the summary, and a removed one is there with its versions", async (t) => {
  const good = catalog("    replaces: foo.v1.0.0");
  const { folder, base } = repository(t, { "catalogs/v4.19/c.yaml": good, "catalogs/v4.20/c.yaml": good });
  rmSync(join(folder, "catalogs/v4.19"), { recursive: true });
  for (const paths of ["catalogs/*", ""]) {
    const { code, stderr, summary } = await runAction(t, folder, { paths, base });
    assert.equal(code, 0, stderr);
    assert.match(summary, /^### catalogs\/v4\.19\n\nThe catalog is removed\. Installed versions that lose their upgrade path:\n\n- `foo\.v1\.0\.0`\n- `foo\.v1\.1\.0`\n/m);
    assert.doesNotMatch(summary, /v4\.20/);
  }
});

test("a base that does not exist, and one for bundles, leave the findings in the summary", async (t) => {
  const { folder, base } = repository(t, { "c/c.yaml": catalog(""), "bundle/manifests/csv.yaml": "kind: [\n", "bundle/metadata/annotations.yaml": "annotations: {}\n" });
  const absent = await runAction(t, folder, { paths: "c", base: "nowhere" });
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /^olmkit: base: `nowhere` is not a branch or commit/m);
  assert.doesNotMatch(absent.stderr, /^fatal/m);
  assert.match(absent.summary, /c\/c\.yaml/);
  const bundle = await runAction(t, folder, { paths: "bundle", command: "bundle validate", base });
  assert.equal(bundle.code, 1, bundle.stderr);
  assert.match(bundle.stderr, /^olmkit: `base` compares catalogs only/m);
  assert.match(bundle.summary, /\| error \| bundle:1 \|/);
});

function missing(...programs) {
  const absent = programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (!absent.length) return false;
  if (mustRun) throw new Error(`${absent.join(", ")} is missing`);
  return `${absent.join(", ")} is missing`;
}

test("every script of the steps is a file that exists", () => {
  const paths = action.runs.steps.flatMap(({ run }) => [...run.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g)].map(([, path]) => path));
  assert.ok(paths.length);
  for (const path of paths) assert.ok(existsSync(join(root, path)), path);
});
