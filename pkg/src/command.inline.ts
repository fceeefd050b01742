// The wasm of the command line, embedded in the script, for environments that cannot fetch it: extensions, single
// files, sandboxes.
import { initSync } from "./cli.js";
import packed from "./cli_packed.js";
import { command } from "./command.js";
import { unpack } from "./unpack.js";

initSync({ module: unpack(packed) });
command.ready();

export default command.loader(async () => {});
