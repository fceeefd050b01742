// Replaces the script with the wasm of the command line, so that the extension contains it once. The worker's name is
// its URL.
import { contentOf } from "olmkit/packed";

export default contentOf(await (await fetch(self.name)).text());
