import olmkit = require("olmkit");
const report: olmkit.OlmReport = olmkit.validate([{ path: "a.yaml", text: "" }]);

import { validateBundle } from "olmkit/bundle";
import { resolve } from "olmkit/resolver";

const accepted: boolean | undefined = validateBundle([]).bundle?.opm;
const satisfiable: boolean = resolve([], {}).satisfiable;
const extension: string | undefined = resolve([], { olm: "v1", package: "foo", channels: ["stable"], upgradeConstraintPolicy: "SelfCertified" }).install?.bundle;
export = { report, accepted, extension, satisfiable };
