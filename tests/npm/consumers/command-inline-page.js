import { validateBundle } from "olmkit/bundle/inline";

document.title = validateBundle([]).diagnostics[0].rule;
