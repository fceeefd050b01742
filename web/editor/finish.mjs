// After Trunk, or scripts/assemble.mjs: the wasm and the policy first, as they change the page; then the list of files that the
// service worker keeps.
import "./small.mjs";
import "./csp.mjs";
import "./offline.mjs";
