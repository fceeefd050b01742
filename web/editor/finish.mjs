// After Trunk, or scripts/assemble.mjs: the policy first, as it changes the page; then the list of files that the service worker keeps.
import "./csp.mjs";
import "./offline.mjs";
