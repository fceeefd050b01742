// After Trunk, or scripts/assemble.mjs: the wasm and the policy first, as they change the page; the fonts and the licences;
// then the list of files that the service worker keeps.
import "./small.mjs";
import "./csp.mjs";
import "./fonts.mjs";
import "./notices.mjs";
import "./offline.mjs";
