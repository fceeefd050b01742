//! Upgrade that breaks a custom resource definition.

use olmkit_diagnostics::rule;

rule! {
    RULE, "crd-upgrade", "DEP015", "Upgrade that breaks a custom resource definition",
    since: "0.1.0",
    dependencies: Warning,
    finds: "An entry of a channel whose CRDs change, against those of the entry that it replaces, in a way that OLM v1 \
refuses: another scope, a version in which objects are stored or a field that is gone, another type or default, a tighter bound, fewer values, a field \
newly required, or a change of an unknown keyword. Only catalogs that carry the objects of bundles (`olm.bundle.object`) \
can be checked.",
    why: "Objects stored on clusters may no longer be valid, or lose data; OLM v1 does not upgrade, OLM v0 only compares \
stored objects with the new schema.",
    fix: "Make a new version of the CRD, and keep the old one as it is.",
    source: "operator-controller, preflight check of CRD upgrades.",
    bad: [{ "A field gets another type": r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v2.0.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v2.0.0
image: quay.io/x/foo.v2.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 2.0.0}}
- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogImludGVnZXIifX19fX1dfX0=}}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogInN0cmluZyJ9fX19fV19fQ==}}
"# }],
    good: [{ "A field is added": r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v2.0.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v2.0.0
image: quay.io/x/foo.v2.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 2.0.0}}
- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogInN0cmluZyJ9LCAiY29sb3IiOiB7InR5cGUiOiAic3RyaW5nIn19fX19XX19}}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.bundle.object, value: {data: eyJhcGlWZXJzaW9uIjogImFwaWV4dGVuc2lvbnMuazhzLmlvL3YxIiwgImtpbmQiOiAiQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uIiwgIm1ldGFkYXRhIjogeyJuYW1lIjogImZvb3MuZXguY29tIn0sICJzcGVjIjogeyJzY29wZSI6ICJOYW1lc3BhY2VkIiwgInZlcnNpb25zIjogW3sibmFtZSI6ICJ2MSIsICJzdG9yYWdlIjogdHJ1ZSwgInNjaGVtYSI6IHsib3BlbkFQSVYzU2NoZW1hIjogeyJ0eXBlIjogIm9iamVjdCIsICJwcm9wZXJ0aWVzIjogeyJzaXplIjogeyJ0eXBlIjogInN0cmluZyJ9fX19fV19fQ==}}
"# }],
}
