import { fileURLToPath } from "node:url";

// Next is installed above this folder.
export default { turbopack: { root: fileURLToPath(new URL("../..", import.meta.url)) } };
