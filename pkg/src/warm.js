// V8 compiles a function when it is called first, and the first keystroke would wait for that. So a catalog of its own
// goes through the same functions.
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

export function warm() {
  const other = new Workspace();
  other.open("a.yaml", TINY);
  other.report();
  const at = TINY.indexOf("a.v1.0.0");
  for (const [from, to, text] of [[at, at, "x"], [at, at + 1, ""], [at, at + 8, ""], [at, at, "a.v1.0.0"]]) {
    other.change("a.yaml", [{ from, to, text }]);
    other.report();
    other.outline();
  }
  other.free();
}
