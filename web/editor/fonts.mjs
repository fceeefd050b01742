// After Trunk: the fonts keep what the page uses. All their characters stay; the weights are those of font-face in
// web/style/tokens.css, and of the layout features, base.css turns ligatures off.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "../../scripts/folders.mjs";

const FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"];

/** The characters of ranges as CSS writes them: `U+0000-00FF, U+0131`. */
function characters(ranges) {
  const points = ranges.split(",").flatMap((range) => {
    const [first, last = first] = range.trim().slice("U+".length).split("-");
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  return String.fromCodePoint(...points);
}

/** The font faces of the page: the folder of the package, the file, and the weights. */
export function faces() {
  const html = readFileSync(join(root, "index.html"), "utf8");
  const css = readFileSync(join(root, "web", "style", "tokens.css"), "utf8");
  return [...html.matchAll(/href="(node_modules\/[^"]+)\/files\/([^"]+\.woff2)"/g)].map(([, folder, file]) => {
    const weights = new RegExp(`font-weight: (\\d+) (\\d+);[^}]*${file}`).exec(css);
    if (!weights) throw new Error(`tokens.css has no font-face with weights for ${file}`);
    return { folder: join(root, folder), file, weights: { min: Number(weights[1]), max: Number(weights[2]) } };
  });
}

/** A font of a package with what the page uses of it. */
export function reduced({ folder, file, weights }) {
  const [script] = /latin(-ext)?/.exec(file);
  const text = characters(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"))[script]);
  return subsetFont(readFileSync(join(folder, "files", file)), text, { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes: { wght: weights } });
}

const staging = process.env.TRUNK_STAGING_DIR;
if (staging) {
  const found = readdirSync(staging).filter((name) => name.endsWith(".woff2"));
  for (const face of faces()) {
    if (!found.includes(face.file)) throw new Error(`${face.file} is not in the page`);
    writeFileSync(join(staging, face.file), await reduced(face));
  }
}
