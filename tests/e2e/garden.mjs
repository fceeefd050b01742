// A fictitious catalog for screenshots: a channel with typical features (a skipRange, a withdrawn version, a version that
// is stranded under OLM v0), and two more packages.

const entry = ([name, { replaces, skips = [], range } = {}]) =>
  [
    `- name: ${name}`,
    ...(replaces ? [`  replaces: ${replaces}`] : []),
    ...(skips.length ? ["  skips:", ...skips.map((skip) => `  - ${skip}`)] : []),
    ...(range ? [`  skipRange: '${range}'`] : []),
  ].join("\n");

const bundle = (owner, version) =>
  `schema: olm.bundle\npackage: ${owner}\nname: ${owner}.v${version}\nimage: registry.example.com/garden/${owner}:v${version}\nproperties:\n- type: olm.package\n  value:\n    packageName: ${owner}\n    version: ${version}`;

/** An icon: a filled circle. */
const icon = (color) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="${color}"/></svg>`).toString("base64");

function packageOf(name, channels, versions, { color, title } = {}) {
  const own = color ? `\nicon:\n  base64data: ${icon(color)}\n  mediatype: image/svg+xml` : "";
  const head = `schema: olm.package\nname: ${name}\ndefaultChannel: ${Object.keys(channels)[0]}${own}`;
  const documents = Object.entries(channels).map(([channel, entries]) => `schema: olm.channel\npackage: ${name}\nname: ${channel}\nentries:\n${entries.map(entry).join("\n")}`);
  const named = title
    ? `\n- type: olm.csv.metadata\n  value:\n    displayName: ${title}\n    provider:\n      name: Garden Tools\n    annotations:\n      description: ${title}, kept ready on every cluster.`
    : "";
  return [head, ...documents, ...versions.map((version, at) => bundle(name, version) + (at === 0 ? named : ""))];
}

/** Returns the catalog with one package. */
function wateringCan() {
  const name = (version) => `watering-can.v${version}`;
  const chain = ["2.2.0", "2.1.1", "2.1.0", "2.0.2", "2.0.1", "2.0.0", "1.4.1", "1.4.0"];
  const edges = [
    ["2.4.0", { replaces: "2.3.1", range: ">=2.1.0 <2.4.0" }],
    ["2.3.1", { replaces: "2.2.0", skips: ["2.3.0"] }],
    ["2.3.0", { replaces: "2.2.0" }],
    ...chain.map((version, at) => [version, { replaces: chain[at + 1] ?? "1.3.0" }]),
    ["1.3.0", { replaces: "1.1.0", skips: ["1.2.0"] }],
    ["1.2.0", { skips: ["1.1.1"] }],
    ["1.1.1"],
    ["1.1.0", { replaces: "1.0.1" }],
    ["1.0.1", { replaces: "1.0.0" }],
    ["1.0.0"],
  ];
  const named = ([version, { replaces, skips, range } = {}]) => [name(version), { replaces: replaces && name(replaces), skips: skips?.map(name), range }];
  const versions = edges.map(([version]) => version);
  return packageOf("watering-can", { stable: edges.map(named) }, versions);
}

const text = (documents) => `---\n${documents.join("\n---\n")}\n`;

export const garden = () => text(wateringCan());

/** Returns the catalog with two more packages, one of which has an error. */
export const gardens = () =>
  text([
    ...wateringCan(),
    ...packageOf("rake", { fast: [["rake.v2.1.0", { replaces: "rake.v2.0.0" }], ["rake.v2.0.0"]], stable: [["rake.v2.0.0"]] }, ["2.1.0", "2.0.0"], { color: "#3b7a57", title: "Garden Rake" }),
    ...packageOf("pump", { stable: [["pump.v1.1.0"], ["pump.v1.0.0"]] }, ["1.1.0", "1.0.0"], { title: "Water Pump for Gardens" }),
  ]);
