import { validate } from "olmkit/inline";
import { heads } from "./heads.js";

console.log(validate([{ path: "catalog.yaml", text: heads }]).opm.first);
