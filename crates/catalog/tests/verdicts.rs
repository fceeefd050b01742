//! The order of messages in opm's verdict.

use crate::common::run_file;

#[test]
fn messages_are_in_the_order_of_opms_checks() {
    let text = "schema: olm.package
name: foo
defaultChannel: a
---
schema: olm.channel
package: foo
name: a
entries:
  - name: foo.v1.0.0
    skips: [x, '']
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
properties:
  - type: olm.package
    value: {packageName: foo, version: 1.0.0}
---
schema: olm.deprecations
package: foo
entries:
  - reference: {schema: olm.channel, name: a}
    message: ''
";
    let expected = "invalid index:
└── invalid package \"foo\":
    └── invalid channel \"a\":
        ├── invalid bundle \"foo.v1.0.0\":
        │   ├── skip[1] is empty
        │   └── bundle image must be set
        └── invalid deprecation: message must be set";
    assert_eq!(run_file(text.as_bytes()).verdict.message, expected);
}
