// The licenses of what the page contains, beside it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { page, pageContents } from "../../scripts/notices.mjs";

writeFileSync(join(process.env.TRUNK_STAGING_DIR, "NOTICES.html"), page(await pageContents()));
