// What a bundle of the catalog holds: properties, images, what its ClusterServiceVersion says, its objects decoded.
import { rendered } from "./command.js";
import { documentAt } from "./documents.js";

const decoder = new TextDecoder();
function decoded(base64) {
  try {
    const text = decoder.decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    const object = JSON.parse(text);
    return { kind: object.kind ?? "", name: object.metadata?.name ?? "", text: JSON.stringify(object, null, 2), object };
  } catch {
    return { kind: "what cannot be decoded", name: "", text: String(base64), object: {} };
  }
}

/** A bundle of the catalog by the place of its document, for the page; everything is text. */
export async function catalogBundle(bundleName, path, utf16) {
  const document = await documentAt(path, utf16);
  const documents = await rendered(document?.text ?? "");
  const found = documents.find(({ schema, name }) => schema === "olm.bundle" && name === bundleName);
  if (!found) throw new Error("the document of this bundle cannot be found in its file");
  const bundle = JSON.parse(found.json);
  const properties = bundle.properties ?? [];
  const objects = properties.filter(({ type }) => type === "olm.bundle.object").map(({ value }) => decoded(value?.data));
  const csv = properties.find(({ type }) => type === "olm.csv.metadata")?.value ?? metadataOf(objects.find(({ kind }) => kind === "ClusterServiceVersion")?.object);
  return {
    image: bundle.image ?? "",
    properties: properties.filter(({ type }) => !WITH_OWN_PART.has(type)).map(({ type, value }) => ({ name: type, value: said(type, value) })),
    images: (bundle.relatedImages ?? []).map(({ name, image }) => ({ name: name ?? "", value: image ?? "" })),
    facts: csv ? facts(csv) : [],
    description: csv?.description ?? "",
    objects: objects.map(({ kind, name, text }) => ({ name: [kind, name].filter(Boolean).join(" "), value: text })),
    raw: JSON.stringify(bundle, null, 2),
  };
}

const WITH_OWN_PART = new Set(["olm.csv.metadata", "olm.bundle.object"]);

const gvk = ({ group, version, kind, name }) => [kind ?? name, [group, version].filter(Boolean).join("/")].filter(Boolean).join(" · ");

function said(type, value) {
  if (type === "olm.gvk" || type === "olm.gvk.required") return gvk(value ?? {});
  if (type === "olm.package") return value?.version ?? "";
  if (type === "olm.package.required") return [value?.packageName, value?.versionRange].filter(Boolean).join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What opm makes of a ClusterServiceVersion. */
function metadataOf(object) {
  if (!object) return null;
  const { spec = {}, metadata = {} } = object;
  return { ...spec, annotations: metadata.annotations, crdDescriptions: spec.customresourcedefinitions };
}

function facts(csv) {
  const names = (list, of) => (list ?? []).map(of).filter(Boolean).join(", ");
  const all = [
    ["Display name", csv.displayName],
    ["Version", csv.version],
    ["Provider", csv.provider?.name],
    ["Maturity", csv.maturity],
    ["Capabilities", csv.annotations?.capabilities],
    ["Categories", csv.annotations?.categories],
    ["Lowest Kubernetes", csv.minKubeVersion],
    ["Install modes", names(csv.installModes, ({ type, supported }) => supported && type)],
    ["Provides", names(csv.crdDescriptions?.owned, ({ kind, version }) => [kind, version].filter(Boolean).join(" "))],
    ["Requires", names(csv.crdDescriptions?.required, ({ kind, version }) => [kind, version].filter(Boolean).join(" "))],
    ["Keywords", names(csv.keywords, String)],
    ["Maintainers", names(csv.maintainers, ({ name, email }) => name ?? email)],
    ["Links", names(csv.links, ({ name, url }) => [name, url].filter(Boolean).join(": "))],
  ];
  return all.filter(([, value]) => value).map(([name, value]) => ({ name, value: String(value) }));
}
