// The server of `olmkit open`: access control, and reading and writing of files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { open } from "../../pkg/dist/open.node.js";
import { packagePage } from "../../scripts/package-page.mjs";
import { test } from "../test.mjs";
import { enter, folder, isBuilt, PROGRAMS, send, start } from "./open.mjs";

const FILES = { "catalog.yaml": "schema: olm.package\nname: foo\n", "sub/a.yaml": "a: 1\n", ".git/config": "secret", "node_modules/x.js": "x" };

/** An unprivileged user if the tests run as root, because root can write to read-only folders. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Whether this user can run a program. */
const canRunUnprivileged = ({ command: [program, ...before] }) => spawnSync(program, [...before, "--version"], { ...unprivileged, stdio: "ignore" }).status === 0;

/** Mounts a file system of 64 KiB. */
function smallDisk(t) {
  const mounted = (...args) => spawnSync(...args, { stdio: "ignore" }).status === 0;
  const place = folder(t, {}, (made) => mounted("umount", ["-l", made]));
  return mounted("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", place]) ? place : undefined;
}

/** The time in milliseconds within which a server polls its files at least once. */
const LOOKS = 1200;
const looked = () => new Promise((wait) => setTimeout(wait, LOOKS));

/** Fails if a server does not respond. */
const within = (answer) => Promise.race([answer, new Promise((_, reject) => setTimeout(() => reject(new Error("no answer within 10 seconds")), 10_000).unref())]);

/** Listens to the changes from now on. Each call returns the paths that change next. */
async function listen(t, { page, cookie }) {
  const sent = request(`${page}local/changes`, { headers: { cookie }, agent: false }).on("error", () => {});
  t.after(() => sent.destroy());
  const [response] = await once(sent.end(), "response");
  let text = "";
  response
    .on("error", () => {})
    .on("data", (part) => {
      text += part;
    });
  return async () => {
    for (;;) {
      const [line, data] = /^data: ?(.*)\n/m.exec(text) ?? [];
      text = line ? text.slice(text.indexOf(line) + line.length) : text;
      if (data) return JSON.parse(data).map(({ path }) => path);
      await once(response, "data");
    }
  };
}

test("npm: a server that cannot listen stops watching, so that the program ends", (t) => {
  const place = folder(t, FILES);
  const module = new URL("../../pkg/dist/open.node.js", import.meta.url).href;
  const script = `import { open } from ${JSON.stringify(module)}; await open({ path: ${JSON.stringify(place)}, page: "none", port: 70000 }).catch(({ code }) => console.log(code));`;
  const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 10_000 });
  assert.deepEqual([stdout.trim(), signal], ["ERR_SOCKET_BAD_PORT", null]);
});

test("npm: the page that is compressed in the package is served as it was built", async (t) => {
  const style = "body { margin: 0 }\n".repeat(100);
  const built = folder(t, { "index.html": "<head></head>", "base.css": style, "samples/small.yaml": "a" });
  const packaged = folder(t, {});
  packagePage(built, packaged);
  assert.deepEqual(readdirSync(packaged).sort(), ["base.css.br", "index.html", "samples"]);
  const server = await open({ path: folder(t, FILES), page: packaged, engine: built, port: 0 });
  t.after(() => server.close());
  const { page, ask } = await enter(server.address);
  const { text, headers } = await ask(`${page}base.css`);
  assert.equal(text, style);
  assert.match(headers["content-type"], /^text\/css/);
  assert.equal((await ask(`${page}samples/small.yaml`)).text, "a");
  assert.equal((await ask(`${page}absent.css`)).status, 404);
});

test("npm: the stream of a page that does not read it ends", async (t) => {
  const below = Array(4).fill("d".repeat(240)).join("/");
  const place = folder(t, Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`0/${below}/${at}.yaml`, ""])));
  const server = await open({ path: place, page: folder(t, {}), port: 0 });
  t.after(() => server.close());
  const { page, cookie } = await enter(server.address);
  const sent = request(`${page}local/changes`, { headers: { cookie }, agent: false });
  t.after(() => sent.destroy());
  const [response] = await once(sent.end(), "response");
  for (let round = 0; round < 8; round += 1) {
    renameSync(join(place, `${round}`), join(place, `${round + 1}`)); // an event of 2 MB
    await looked();
  }
  const ended = new Promise((resolve) => response.once("close", resolve).on("error", () => {}));
  response.resume();
  await within(ended);
});

for (const program of PROGRAMS.filter(isBuilt)) {
  test(`${program.name}: it prints how to stop it; a port that is in use is a usage error`, async (t) => {
    const place = folder(t, FILES);
    const { child, address } = await start(t, program, place, [], { stdio: ["ignore", "pipe", "pipe"] });
    const [message] = await once(child.stderr.setEncoding("utf8"), "data");
    assert.equal(message, "olmkit: the editor is running. The address works once. Press Ctrl-C to stop.\n");
    const { port } = new URL(address);
    const [command, ...before] = program.command;
    const { status, stderr } = spawnSync(command, [...before, "open", place, "--port", port, "--no-browser"], { encoding: "utf8" });
    assert.deepEqual([status, stderr], [2, `olmkit: port ${port} is in use. Choose one with --port.\n`]);
  });

  test(`${program.name}: the address works once; the cookie is for the page only and hidden from scripts`, async (t) => {
    const { address } = await start(t, program, folder(t, FILES));
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/);
    assert.equal((await send(address.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).status, 403, "another token");
    const { page, attributes, ask } = await enter(address);
    assert.match(attributes, new RegExp(`Path=${new URL(page).pathname}; HttpOnly; SameSite=Strict$`));
    assert.equal((await send(address)).status, 403, "a second time");
    assert.equal((await send(page)).status, 403, "without the cookie");
    const { status, text } = await ask(page);
    assert.equal(status, 200);
    assert.match(text, /<meta name="olmkit-local" content="(olmkit-open-[^"]+)" data-root="[^"]+\1" \/?>/);
  });

  test(`${program.name}: other hosts and origins are refused`, async (t) => {
    const { address } = await start(t, program, folder(t, FILES));
    const { page, file, ask } = await enter(address);
    const { host, port } = new URL(page);
    assert.equal((await ask(page, { headers: { host: `example.com:${port}` } })).status, 421);
    assert.equal((await ask(page, { headers: { host: `localhost:${port}` } })).status, 421);
    for (const origin of ["http://example.com", "http://127.0.0.1:1", `http://localhost:${port}`, "null"]) {
      assert.equal((await ask(file("catalog.yaml"), { headers: { origin } })).status, 403, origin);
      assert.equal((await ask(file("new.yaml"), { method: "PUT", body: "x", headers: { origin, "if-none-match": "*" } })).status, 403, origin);
    }
    assert.equal((await ask(file("catalog.yaml"), { headers: { "sec-fetch-site": "same-site" } })).status, 403);
    assert.equal((await ask(file("catalog.yaml"), { headers: { origin: `http://${host}`, "sec-fetch-site": "same-origin" } })).status, 200);
  });

  test(`${program.name}: it listens on loopback only`, async (t) => {
    const { address } = await start(t, program, folder(t, FILES));
    const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, "0");
    const listening = ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((path) => readFileSync(path, "utf8").split("\n").slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === "0A" && local.endsWith(`:${port}`));
    assert.deepEqual(
      listening.map(([, local]) => local),
      [`0100007F:${port}`],
    );
  });

  test(`${program.name}: the files of the folder are listed and read, and no others`, async (t) => {
    const place = folder(t, FILES);
    const outside = folder(t, { "secret.yaml": "secret" });
    symlinkSync(join(outside, "secret.yaml"), join(place, "link.yaml"));
    symlinkSync(outside, join(place, "linked"));
    const { address } = await start(t, program, place);
    const { page, file, ask } = await enter(address);
    const { text } = await ask(`${page}local/files`);
    assert.deepEqual(
      JSON.parse(text).map(({ path, size }) => [path, size]),
      [
        ["catalog.yaml", 30],
        ["sub/a.yaml", 5],
      ],
    );
    assert.equal((await ask(file("sub/a.yaml"))).text, "a: 1\n");
    for (const path of ["../secret.yaml", "/etc/passwd", "sub/../../x", "link.yaml", "linked/secret.yaml", "", ".", "sub/", "a\0b", ...(process.platform === "win32" ? ["a\\b"] : [])]) {
      const { status, text } = await ask(file(path));
      assert.ok(status === 403 && !text.startsWith("secret"), `${JSON.stringify(path)}: ${status} ${text}`);
      const written = await ask(file(path), { method: "PUT", body: "x", headers: { "if-none-match": "*" } });
      assert.equal(written.status, 403, `${JSON.stringify(path)}: ${written.text}`);
    }
    for (const path of ["link.yaml", "linked/secret.yaml"]) assert.equal((await ask(file(path))).text, `${path} is a symbolic link or below one. Links are not followed.`);
    assert.equal((await ask(file("absent.yaml"))).status, 204);
    assert.equal((await ask(`${page}..%2f..%2fpackage.json`)).status, 404, "of the page");
    for (const url of [`${page}local/files`, `${page}local/changes`, file("catalog.yaml"), page]) {
      const { status, text } = await ask(url, { method: "DELETE" });
      assert.deepEqual([status, text], [405, "Not allowed."], url);
    }
    assert.equal((await ask(`${page}local/other`)).status, 404);
    assert.equal(readFileSync(join(outside, "secret.yaml"), "utf8"), "secret");
  });

  test(`${program.name}: files that are not listed are neither read nor written`, async (t) => {
    const place = folder(t, { ...FILES, ".olmkit-x.yaml": "secret", "sub/.git/config": "secret" });
    const { address } = await start(t, program, place);
    const { file, ask } = await enter(address);
    const put = (path) => ask(file(path), { method: "PUT", body: "x", headers: { "if-none-match": "*" } });
    for (const path of [".git/config", ".git/hooks/x", ".GIT/config", "sub/.git/config", "node_modules/x.js", ".olmkit-x.yaml", ".olmkit-new"]) {
      for (const { status, text } of [await ask(file(path)), await put(path)]) {
        assert.equal(status, 403, `${path}: ${text}`);
        assert.equal(text, `${path} is not served: .git, node_modules and files whose names begin with .olmkit- are not read or written.`);
      }
    }
    assert.deepEqual(readdirSync(join(place, ".git")), ["config"]);
    assert.equal((await put(".github/x.yaml")).status, 200);
  });

  test(`${program.name}: a folder below .git that is opened is served`, async (t) => {
    const place = folder(t, { ".git/a/catalog.yaml": "a", ".olmkit-x.yaml": "b" });
    for (const [path, name] of [
      [".git/a", "catalog.yaml"],
      [".olmkit-x.yaml", ".olmkit-x.yaml"],
    ]) {
      const { address } = await start(t, program, join(place, path));
      const { page, file, ask } = await enter(address);
      assert.deepEqual(
        JSON.parse((await ask(`${page}local/files`)).text).map(({ path }) => path),
        [name],
      );
      assert.equal((await ask(file(name))).status, 200);
    }
  });

  test(`${program.name}: a pipe is refused and not waited for`, async (t) => {
    const place = folder(t, FILES);
    assert.equal(spawnSync("mkfifo", [join(place, "pipe.yaml")]).status, 0);
    const { address } = await start(t, program, place);
    const { file, ask } = await enter(address);
    const { status, text } = await within(ask(file("pipe.yaml")));
    assert.deepEqual([status, text], [403, "pipe.yaml is not a file."]);
  });

  test(`${program.name}: a removed folder is an error, and its files are not`, async (t) => {
    const place = folder(t, FILES);
    const { address } = await start(t, program, place);
    t.after(() => rmSync(`${place}-moved`, { recursive: true, force: true }));
    const entered = await enter(address);
    const next = await listen(t, entered);
    await looked();
    renameSync(place, `${place}-moved`);
    const { status, text } = await entered.ask(`${entered.page}local/files`);
    assert.deepEqual([status, text], [404, `${place} does not exist.`]);
    await looked();
    renameSync(`${place}-moved`, place);
    writeFileSync(join(place, "new.yaml"), "new");
    assert.deepEqual(await within(next()), ["new.yaml"]);
  });

  test(`${program.name}: a page receives changes that were made while no page listened`, async (t) => {
    const place = folder(t, FILES);
    const { address } = await start(t, program, place);
    await looked();
    writeFileSync(join(place, "new.yaml"), "new");
    await looked();
    const next = await listen(t, await enter(address));
    assert.deepEqual(await within(next()), ["new.yaml"]);
  });

  test(`${program.name}: a single file is served as one file`, async (t) => {
    const place = folder(t, FILES);
    const { address } = await start(t, program, join(place, "catalog.yaml"));
    const { page, file, ask } = await enter(address);
    assert.deepEqual(
      JSON.parse((await ask(`${page}local/files`)).text).map(({ path }) => path),
      ["catalog.yaml"],
    );
    assert.equal((await ask(file("sub/a.yaml"))).status, 403);
    assert.equal((await ask(file("new.yaml"), { method: "PUT", body: "x", headers: { "if-none-match": "*" } })).status, 403);
  });

  test(`${program.name}: a file is replaced only by a page that has its current text`, async (t) => {
    const place = folder(t, FILES);
    chmodSync(join(place, "catalog.yaml"), 0o640);
    linkSync(join(place, "catalog.yaml"), join(place, "backup.yaml"));
    const { address } = await start(t, program, place);
    const { file, ask } = await enter(address);
    const put = (path, body, headers) => ask(file(path), { method: "PUT", body, headers });
    const { headers } = await ask(file("catalog.yaml"));
    assert.equal((await put("catalog.yaml", "x")).status, 428, "no condition");
    const there = await put("catalog.yaml", "x", { "if-none-match": "*" });
    assert.deepEqual([there.status, there.text], [412, "catalog.yaml already exists."]);
    assert.equal((await put("catalog.yaml", "x", { "if-match": `"${"0".repeat(64)}"` })).status, 412, "another version");
    assert.equal((await put("catalog.yaml", "x", { "if-match": '"zz"' })).status, 412, "not a version");
    const done = await put("catalog.yaml", "mine\n", { "if-match": headers.etag });
    assert.equal(done.status, 200, done.text);
    assert.equal(readFileSync(join(place, "catalog.yaml"), "utf8"), "mine\n");
    assert.equal(statSync(join(place, "catalog.yaml")).mode & 0o777, 0o640);
    assert.equal(readFileSync(join(place, "backup.yaml"), "utf8"), FILES["catalog.yaml"], "the file is replaced, not written over");
    assert.equal((await put("catalog.yaml", "again\n", { "if-match": headers.etag })).status, 412, "the previous version");
    writeFileSync(join(place, "catalog.yaml"), "theirs\n");
    assert.equal((await put("catalog.yaml", "again\n", { "if-match": `"${JSON.parse(done.text).version}"` })).status, 412, "changed on disk");
    assert.equal(readFileSync(join(place, "catalog.yaml"), "utf8"), "theirs\n");
    assert.equal((await put("new/deep/b.yaml", "b\n", { "if-none-match": "*" })).status, 200);
    assert.equal(readFileSync(join(place, "new/deep/b.yaml"), "utf8"), "b\n");
    assert.deepEqual(
      readdirSync(place).filter((name) => name.startsWith(".olmkit")),
      [],
    );
  });

  test(`${program.name}: of two pages that replace the same version at once, one is refused`, async (t) => {
    const place = folder(t, FILES);
    const { address } = await start(t, program, place);
    const { file, ask } = await enter(address);
    for (let round = 0; round < 20; round += 1) {
      const { headers } = await ask(file("catalog.yaml"));
      const put = (body) => ask(file("catalog.yaml"), { method: "PUT", body, headers: { "if-match": headers.etag } });
      const answers = await Promise.all([put(`one ${round}`), put(`two ${round}`)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
    }
  });

  test(`${program.name}: a read-only folder is reported, and nothing is lost`, async (t) => {
    if (!canRunUnprivileged(program)) return t.skip("another user cannot read this clone");
    const place = folder(t, FILES, (made) => chmodSync(made, 0o755));
    chmodSync(place, 0o555);
    const { address } = await start(t, program, place, [], { ...unprivileged, env: { ...process.env, HOME: "/nonexistent" } });
    const { file, ask } = await enter(address);
    const { headers } = await ask(file("catalog.yaml"));
    const { status, text } = await ask(file("catalog.yaml"), { method: "PUT", body: "x", headers: { "if-match": headers.etag } });
    assert.equal(status, 403);
    assert.match(text, /^catalog\.yaml cannot be read or written: /);
    assert.equal(readFileSync(join(place, "catalog.yaml"), "utf8"), FILES["catalog.yaml"]);
  });

  test(`${program.name}: a read-only file in a writable folder is not replaced`, async (t) => {
    const place = folder(t, FILES);
    chmodSync(join(place, "catalog.yaml"), 0o444);
    const { address } = await start(t, program, place);
    const { file, ask } = await enter(address);
    const { headers } = await ask(file("catalog.yaml"));
    const { status, text } = await ask(file("catalog.yaml"), { method: "PUT", body: "x", headers: { "if-match": headers.etag } });
    assert.equal(status, 403);
    assert.equal(text, "catalog.yaml is read-only on disk. Make it writable and save again, or download it.");
    assert.equal(readFileSync(join(place, "catalog.yaml"), "utf8"), FILES["catalog.yaml"]);
  });

  test(`${program.name}: a full disk is reported, and the file is unchanged`, async (t) => {
    const place = smallDisk(t);
    if (!place) return t.skip("this user may not mount a small disk");
    writeFileSync(join(place, "catalog.yaml"), "old\n");
    const { address } = await start(t, program, place);
    const { file, ask } = await enter(address);
    const { headers } = await ask(file("catalog.yaml"));
    const { status, text } = await ask(file("catalog.yaml"), { method: "PUT", body: "x".repeat(200_000), headers: { "if-match": headers.etag } });
    assert.equal(status, 507, text);
    assert.match(text, /^Not enough space for catalog\.yaml\. The file on disk is unchanged\.$/);
    assert.equal(readFileSync(join(place, "catalog.yaml"), "utf8"), "old\n");
    assert.deepEqual(readdirSync(place), ["catalog.yaml"]);
  });

  test(`${program.name}: killed in the middle of saving, the file is the old or the new one`, async (t) => {
    const texts = ["a", "b"].map((letter) => letter.repeat(4_000_000));
    const place = folder(t, { "catalog.yaml": texts[0] });
    for (let round = 0; round < 12; round += 1) {
      const { child, address } = await start(t, program, place);
      const { file, ask } = await enter(address);
      const { headers } = await ask(file("catalog.yaml"));
      const saving = ask(file("catalog.yaml"), { method: "PUT", body: texts[(round + 1) % 2], headers: { "if-match": headers.etag } }).catch(() => {});
      await new Promise((wait) => setTimeout(wait, round * 4));
      child.kill("SIGKILL");
      await Promise.all([once(child, "exit"), saving]);
      const text = readFileSync(join(place, "catalog.yaml"), "utf8");
      assert.ok(texts.includes(text), `round ${round}: ${text.length} bytes`);
    }
  });

  test(`${program.name}: stopped in the middle of saving, it leaves no other file`, { skip: process.platform === "win32" }, async (t) => {
    const place = folder(t, { "catalog.yaml": "a" });
    for (let round = 0; round < 12; round += 1) {
      const { child, address } = await start(t, program, place);
      const { file, ask } = await enter(address);
      const { headers } = await ask(file("catalog.yaml"));
      const saving = ask(file("catalog.yaml"), { method: "PUT", body: `${round}`.repeat(30_000_000), headers: { "if-match": headers.etag } }).catch(() => {});
      await new Promise((wait) => setTimeout(wait, 30 + round * 15));
      child.kill("SIGTERM");
      await Promise.all([once(child, "exit"), saving]);
      assert.deepEqual(readdirSync(place), ["catalog.yaml"], `round ${round}`);
    }
  });

  test(`${program.name}: the end is clean`, async (t) => {
    const { child, address } = await start(t, program, folder(t, FILES));
    await enter(address);
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    assert.equal(code, 0);
  });
}
