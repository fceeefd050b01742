const { validate } = require("olmkit");
const { readFileSync } = require("node:fs");
console.log(validate([{ path: "catalog.yaml", bytes: readFileSync("catalogs/heads/catalog.yaml") }]).opm.first);
