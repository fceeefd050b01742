// V8 compiles a function on its first call, which would delay the first keystroke. So a small separate catalog calls
// the same functions beforehand.
import { Workspace } from "./engine.js";

const TINY = `---
schema: olm.package
name: a
defaultChannel: c
---
schema: olm.channel
package: a
name: c
entries:
- name: a.v1.1.0
  replaces: a.v1.0.0
  skips: [a.v1.0.1]
  skipRange: '<1.1.0'
- name: a.v1.0.0
---
schema: olm.bundle
package: a
name: a.v1.1.0
image: example.com/a
properties:
- type: olm.package
  value: {packageName: a, version: 1.1.0}
`;

export function warm(): void {
  const other = new Workspace();
  other.open("a.yaml", TINY);
  other.report();
  const at = TINY.indexOf("a.v1.0.0");
  const changes = [
    { from: at, to: at, text: "x" },
    { from: at, to: at + 1, text: "" },
    { from: at, to: at + 8, text: "" },
    { from: at, to: at, text: "a.v1.0.0" },
  ];
  for (const change of changes) {
    other.change("a.yaml", [change]);
    other.report();
    other.outline();
  }
  other.free();
}
