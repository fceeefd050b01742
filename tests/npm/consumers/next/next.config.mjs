import { fileURLToPath } from "node:url";

// Next is installed in a folder above this one.
export default { turbopack: { root: fileURLToPath(new URL("../..", import.meta.url)) } };
