// The engine in all environments.
import init, { validate } from "olmkit";
import { heads } from "./heads.js";

async function main() {
  await init();
  console.log(validate([{ path: "catalog.yaml", text: heads }]).opm.first);
}
main();
