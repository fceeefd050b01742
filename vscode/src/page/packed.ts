// In the place of the script with the wasm of the command line: it is in the extension once, and the worker's name is its address.
import { contentOf } from "olmkit/packed";

export default contentOf(await (await fetch(self.name)).text());
