// After Trunk, or scripts/assemble.mjs: the files that are published and the policy first, as they change the page; the fonts
// and the licenses; then the service worker, which lists the files that it keeps. One after the other: modules that wait do not hold up
// those that are imported beside them.
for (const step of ["small", "csp", "fonts", "notices", "offline"]) await import(`./${step}.mjs`);
