// After Trunk, or scripts/assemble.mjs: the wasm and the policy first, as they change the page; the licences; then the list of files that the
// service worker keeps.
import "./small.mjs";
import "./csp.mjs";
import "./notices.mjs";
import "./offline.mjs";
