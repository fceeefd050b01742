// One interface for the three browser engines: a page that is clicked, typed into and queried. Chromium and Firefox are
// driven by puppeteer (Firefox over WebDriver BiDi), WebKit by its own driver, in its MiniBrowser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer from "puppeteer-core";
import { Builder, Capabilities, Key } from "selenium-webdriver";
import { FLAGS } from "../chromium.mjs";
import { freePort } from "../ports.mjs";

const TIMEOUT = process.env.CI ? 60_000 : 20_000;
const SIZE = { width: 1440, height: 900 };

const onPath = (...names) => names.flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name))).find((path) => existsSync(path));

/** Finds WebKit's MiniBrowser, where Debian installs it. */
function miniBrowser() {
  const libraries = "/usr/lib";
  if (!existsSync(libraries)) return undefined;
  const folders = readdirSync(libraries).flatMap((machine) => ["webkit2gtk-4.1", "webkitgtk-6.0"].map((name) => join(libraries, machine, name, "MiniBrowser")));
  return folders.find((path) => existsSync(path));
}

/** The programs of each engine; falsy if they are not installed. */
const programs = {
  chromium: process.env.CHROME_PATH || onPath("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
  firefox: process.env.FIREFOX_PATH || onPath("firefox-esr", "firefox"),
  webkit: onPath("WebKitWebDriver") && onPath("Xvfb") && miniBrowser(),
};

export const ENGINES = Object.keys(programs);

/** Returns why an engine cannot be tested; `false` if it can. */
export function missing(engine) {
  if (programs[engine]) return false;
  const packages = { chromium: "chromium", firefox: "firefox-esr", webkit: "webkit2gtk-driver, xvfb" };
  return `${engine} is not installed (Debian: ${packages[engine]})`;
}

/** Runs in the page: finds the visible element of a selector whose label or text contains these words. */
function find(css, words) {
  const isShown = (element) => element.getClientRects().length > 0 || element.type === "file";
  const name = (element) => element.getAttribute("aria-label") ?? element.textContent;
  return [...document.querySelectorAll(css)].find((element) => isShown(element) && (!words || name(element).includes(words))) ?? null;
}

/** Runs in the page: scrolls an element into view, and returns the point to click. */
function center(element) {
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

/** Whether an element stays at its place for two frames, and is what a click at its center would hit. */
async function isStill(element, center) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = element && center(element);
  await frame();
  await frame();
  const now = element && center(element);
  return Boolean(now) && now.x === before.x && now.y === before.y && element.contains(document.elementFromPoint(now.x, now.y));
}

/** Runs in the page: whether the element that `find` finds is ready to be clicked. */
const isClickable = new Function(`return (${isStill})((${find})(...arguments), ${center})`);

/** Like `find`, but returns a boolean, because elements cannot leave the page. */
const isThere = new Function(`return (${find})(...arguments) !== null`);

/** Repeats a query until its result is truthy. */
async function until(ask, what) {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** The interface of a page, on top of its driver's `evaluate`, `click`, `type`, `press` and `visit`. */
class Page {
  constructor(driver) {
    this.driver = driver;
  }

  evaluate(work, ...values) {
    return this.driver.evaluate(work, ...values);
  }

  wait(work, ...values) {
    return until(() => this.evaluate(work, ...values), String(work));
  }

  async visit(address) {
    await this.driver.visit(address);
  }

  /** Waits for an element. */
  see(css, words = "") {
    return until(() => this.evaluate(isThere, css, words), `${css} ${words}`);
  }

  async click(css, words = "") {
    await until(() => this.evaluate(isClickable, css, words), `${css} ${words} to stay at its place`);
    await this.driver.click(find, css, words);
  }

  /** Replaces the value of a field by typing. */
  async fill(css, words, value) {
    await this.click(css, words);
    await this.evaluate(() => document.activeElement.select?.());
    await this.driver.type(value);
  }

  press(...keys) {
    return this.driver.press(...keys);
  }

  type(value) {
    return this.driver.type(value);
  }

  /** Does something while another tab is shown. */
  elsewhere(work) {
    return this.driver.elsewhere(work);
  }

  /** Adds files to an input, like its file dialog. */
  async choose(css, files) {
    await this.wait((css) => document.querySelector(css) !== null, css);
    await this.evaluate(
      (css, files) => {
        const transfer = new DataTransfer();
        for (const [name, content] of Object.entries(files)) {
          const bytes = typeof content === "string" ? content : new Uint8Array(content);
          transfer.items.add(new File([bytes], name));
        }
        const input = document.querySelector(css);
        input.files = transfer.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
        return true;
      },
      css,
      files,
    );
  }
}

/** Starts Chromium or Firefox with puppeteer. */
async function withPuppeteer(engine) {
  const args = engine === "chromium" ? FLAGS : [];
  const browser = await puppeteer.launch({ browser: engine === "chromium" ? "chrome" : "firefox", executablePath: programs[engine], headless: true, args });
  const names = { control: "Control", enter: "Enter", escape: "Escape" };
  return {
    async page() {
      const page = await browser.newPage();
      await page.setViewport(SIZE);
      page.setDefaultTimeout(TIMEOUT);
      page.on("dialog", (dialog) => dialog.accept()); // a page with unsaved changes asks before it closes
      return new Page({
        visit: (address) => page.goto(address),
        evaluate: (work, ...values) => page.evaluate(work, ...values),
        click: async (work, ...values) => (await page.evaluateHandle(work, ...values)).click(),
        type: (value) => page.keyboard.type(value),
        async elsewhere(work) {
          const other = await browser.newPage();
          await other.bringToFront();
          await work();
          await page.bringToFront();
          await other.close();
        },
        async press(...keys) {
          const all = keys.map((key) => names[key] ?? key);
          for (const key of all) await page.keyboard.down(key);
          for (const key of all.reverse()) await page.keyboard.up(key);
        },
      });
    },
    close: () => browser.close(),
  };
}

/** Starts a virtual screen for the MiniBrowser. Xvfb chooses its number and prints it. */
async function screen() {
  const child = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await once(child.stdout.setEncoding("utf8"), "data");
  return { child, display: `:${number.trim()}` };
}

/** Longer than a page takes to load. A page of WebKit that never loads is tried again, once. */
const LOADING = TIMEOUT / 2;

/** Starts WebKit with a driver of its own: one that has had a session does not always start another. */
async function openWebKit(display) {
  const port = await freePort();
  const settings = { DISPLAY: display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env: { ...process.env, ...settings }, stdio: "ignore" });
  const options = { binary: programs.webkit, args: ["--automation"] };
  const capabilities = new Capabilities({ browserName: "MiniBrowser", unhandledPromptBehavior: "accept", "webkitgtk:browserOptions": options });
  const start = () => new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  const session = await until(() => Promise.resolve(start()).catch(() => undefined), "WebKitWebDriver");
  await session.manage().setTimeouts({ script: TIMEOUT, pageLoad: LOADING });
  await session.manage().window().setRect(SIZE);
  return { session, driver };
}

/** Ends a session and its driver. A session that hangs does not end by itself. */
async function closeWebKit({ session, driver }) {
  await Promise.race([session.quit().catch(() => {}), new Promise((wait) => setTimeout(wait, 5000).unref())]);
  driver.kill("SIGKILL");
}

/** Loads a page, in a second attempt if the first does not end. */
async function load(session, address) {
  try {
    await session.get(address);
  } catch (problem) {
    if (problem.name !== "TimeoutError") throw problem;
    await session.get(address);
  }
}

/** Starts a screen for WebKit; each page has a session of its own. */
async function withWebKit() {
  const { child, display } = await screen();
  let current;
  let browser;
  const names = { control: Key.CONTROL, enter: Key.ENTER, escape: Key.ESCAPE };
  const asynchronous = (work) =>
    `const done = arguments[arguments.length - 1]; Promise.resolve((${work})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ failure: String(error) }));`;
  return {
    async page() {
      // The driver has one window. In that of an earlier page, its draft would be restored, and an address with another
      // fragment would ask about its unsaved changes.
      if (current) await closeWebKit(current);
      current = await openWebKit(display);
      browser = current.session;
      return new Page({
        visit: (address) => load(browser, address),
        async evaluate(work, ...values) {
          const { value, failure } = await browser.executeAsyncScript(asynchronous(work), ...values);
          if (failure) throw new Error(failure);
          return value;
        },
        async click(work, ...values) {
          // By position, because the driver considers parts of a drawing not clickable.
          const { x, y } = await browser.executeScript(`return (${center})((${work})(...arguments))`, ...values);
          await browser.actions().move({ x, y }).click().perform();
        },
        type: (value) => browser.actions().sendKeys(value).perform(),
        async elsewhere(work) {
          const own = await browser.getWindowHandle();
          await browser.switchTo().newWindow("tab");
          const other = await browser.getWindowHandle();
          await browser.switchTo().window(own);
          await work();
          await browser.switchTo().window(other);
          await browser.close();
          await browser.switchTo().window(own);
        },
        async press(...keys) {
          const all = keys.map((key) => names[key] ?? key);
          const actions = browser.actions();
          for (const key of all) actions.keyDown(key);
          for (const key of [...all].reverse()) actions.keyUp(key);
          await actions.perform();
        },
      });
    },
    async close() {
      if (current) await closeWebKit(current);
      child.kill();
    },
  };
}

/** Starts an engine; `page` opens a page, `close` ends it. */
export const launch = (engine) => (engine === "webkit" ? withWebKit() : withPuppeteer(engine));
