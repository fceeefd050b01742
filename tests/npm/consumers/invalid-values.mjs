// Invalid values by kind of argument: pairs of a value and the part of it that the error names.
const cyclic = {};
cyclic.self = cyclic;
export const detached = new Uint8Array([1]);
structuredClone(detached, { transfer: [detached.buffer] });

const throwing = (target, trap) =>
  new Proxy(target, {
    [trap]() {
      throw new Error("no");
    },
  });
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

export const file = { path: "catalog.yaml", text: "" };
const FILES = [
  [undefined, ""],
  [null, ""],
  [{ path: "a", text: "" }, ""],
  ["a", ""],
  [new Uint8Array(1), ""],
  [new Map(), ""],
  [[1], "[0]"],
  [[[]], "[0]"],
  [[null], "[0]"],
  [[file, {}], "[1].path"],
  [[{ path: "a" }], "[0]"],
  [[{ path: "a", content: "x" }], "[0].content"],
  [[{ path: "a", text: "", bytes: new Uint8Array() }], "[0]"],
  [[{ path: "a", unreadable: 1 }], "[0].unreadable"],
  [[{ path: "a", text: "", unreadable: "open a: permission denied" }], "[0]"],
  [[{ path: 1, text: "" }], "[0].path"],
  ...["", "/a", "a/../b", "a\\b"].map((path) => [[{ path, text: "" }], "[0].path"]),
  [[{ path: "a", text: Buffer.from("x") }], "[0].text"],
  [[{ path: "a", text: 1 }], "[0].text"],
  [[{ path: "a", bytes: "x" }], "[0].bytes"],
  [[{ path: "a", bytes: [1, 2] }], "[0].bytes"],
  [[{ path: "a", bytes: detached }], "[0].bytes"],
  [[{ path: "a", bytes: new Uint16Array(4) }], "[0].bytes"],
  [[{ text: "" }], "[0].path"],
  [
    [
      {
        path: "a",
        get text() {
          throw new Error("no");
        },
      },
    ],
    "[0].text",
  ],
  [throwing([], "get"), ""],
  [[throwing({ path: "a", text: "" }, "ownKeys")], "[0]"],
];
/** Files that are processed together. */
export const FOLDER = [...FILES, [[file, file], ""]];
export const ARCHIVE = FOLDER.filter(([value]) => !(value instanceof Uint8Array));
export const STRING = [
  [undefined, ""],
  [null, ""],
  [1, ""],
  [{}, ""],
  [["a"], ""],
  [new Uint8Array(1), ""],
  [Symbol("a"), ""],
  [() => {}, ""],
];
export const NUMBER = [
  [undefined, ""],
  ["1", ""],
  [-1, ""],
  [1.5, ""],
  [NaN, ""],
  [2 ** 32, ""],
  [null, ""],
  [1n, ""],
];
export const OBJECT = [
  ["a", ""],
  [1, ""],
  [[], ""],
  [() => {}, ""],
  [true, ""],
  [new Uint8Array(1), ""],
  [new Map([["profile", "strict"]]), ""],
  [new Date(0), ""],
  [throwing({}, "ownKeys"), ""],
  [throwing({ a: 1 }, "getOwnPropertyDescriptor"), ""],
  [revoked, ""],
];
export const NEEDED = [...OBJECT, [undefined, ""], [null, ""]];
/** `Array.isArray` throws for a revoked proxy. */
export const NO_LIST = NEEDED.filter(([value]) => value === revoked || !Array.isArray(value));
export const OPTIONS = [
  ...OBJECT,
  [{ profle: "opm" }, ".profle"],
  [{ profile: 1 }, ".profile"],
  [{ select: "all" }, ".select"],
  [{ select: [1] }, ".select[0]"],
  [{ severity: { "channel-no-head": "loud" } }, '.severity["channel-no-head"]'],
  [{ ignore: null }, ".ignore"],
  [cyclic, ".self"],
];
export const CATALOGS = [
  [undefined, ""],
  [{}, ""],
  [[1], "[0]"],
  [[{ name: "a" }], "[0].files"],
  [[{ name: 1, files: [] }], "[0].name"],
  [[{ name: "a", files: [], labels: { a: 1 } }], "[0].labels.a"],
  [[{ name: "a", files: [], priority: "1" }], "[0].priority"],
  [[{ name: "a", files: [], prio: 1 }], "[0].prio"],
  ...FOLDER.map(([value, place]) => [[{ name: "a", files: value }], value === undefined ? "[0].files" : `[0].files${place}`]),
];
export const query = (...keys) => [
  ...NEEDED,
  [{}, `.${keys[0]}`],
  [{ ...Object.fromEntries(keys.map((key) => [key, "a"])), other: 1 }, ".other"],
  [{ ...Object.fromEntries(keys.map((key) => [key, "a"])), [keys.at(-1)]: 1 }, `.${keys.at(-1)}`],
];
export const filter = [...OBJECT, [{ package: 1 }, ".package"], [{ pkg: "a" }, ".pkg"], [{ semantics: "v2" }, ".semantics"]];
export const CELL = { package: "a", channel: "b", entry: "c" };
export const CANDIDATES = [
  ...NEEDED,
  [{}, ".package"],
  [{ ...CELL, field: "name" }, ".field"],
  [{ ...CELL, field: "skips", kept: [1] }, ".kept[0]"],
  [{ ...CELL, field: "skips", other: 1 }, ".other"],
];
export const SUPPRESS = [...NEEDED, [{}, ".rule"], [{ rule: "a", path: "b", line: "1", reason: "c" }, ".line"], [{ rule: "a", path: "b", line: 1, reason: "c", to: 1 }, ".to"]];
export const INTENTION = [
  ...NEEDED,
  [{}, ""],
  [{ do: "dance", package: "a" }, ""],
  [{ do: "set-replaces", package: 1 }, ".package"],
  [{ do: "set-replaces", package: "a", channel: "b", entry: "c" }, ""],
  [{ do: "set-skips", package: "a", channel: "b", entry: "c", to: [1] }, ".to[0]"],
  ...["y", 1, null, {}, ["y"], cyclic].map((x) => [{ do: "remove-channel", package: "a", channel: "b", x }, ""]),
  [cyclic, ""],
];
export const BUNDLE_INTENTION = [
  ...NO_LIST,
  [[], ".do"],
  [{}, ".do"],
  [{ do: "dance" }, ".do"],
  [{ do: "set-annotation", key: 1, to: "a" }, ""],
  [{ do: "remove-item", list: "nothing", at: 0 }, ""],
  [{ do: "remove-item", list: "properties", at: 0, x: 1 }, ".x"],
];
export const CHANGES = [
  [undefined, ""],
  [{}, ""],
  [[1], "[0]"],
  [[{ from: 0, to: 0 }], "[0].text"],
  [[{ from: -1, to: 0, text: "" }], "[0].from"],
  [[{ from: "0", to: 0, text: "" }], "[0].from"],
  [[{ from: 0, to: 0, text: 1 }], "[0].text"],
  [[{ from: 0, to: 0, text: "", at: 1 }], "[0].at"],
];

export const FIXES = [...OBJECT, [{ unsafe: 1 }, ".unsafe"], [{ unsaf: true }, ".unsaf"], [{ rule: "none" }, ".rule"]];
