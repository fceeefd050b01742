// The engine for catalogs. Each entry loads it for its environment.
import * as core from "./core.js";
import { guard } from "./guard.js";

export const engine = /* @__PURE__ */ guard();
export const Workspace = /* @__PURE__ */ engine.type(core.Workspace);
export type Workspace = core.Workspace;
export const validate = /* @__PURE__ */ engine.call(core.validate);
export const version = /* @__PURE__ */ engine.call(core.version);
