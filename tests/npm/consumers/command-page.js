import init, { validateBundle } from "olmkit/bundle";

await init();
document.title = validateBundle([]).diagnostics[0].rule;
