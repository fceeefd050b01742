// A client that is never called. The process exits without an explicit call.
import { createClient } from "olmkit/client";

createClient();
console.log("created");
