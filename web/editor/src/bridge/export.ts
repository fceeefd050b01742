// Exports, printing and links.
import type { GraphQuery } from "olmkit";
import * as exporting from "../export.js";
import type { GraphFormat } from "../generated/page.js";
import * as saving from "../save.js";
import { shareLink as linkTo } from "../share.js";
import * as store from "../store.js";
import { answered, guarded } from "./answers.js";

const PAINT = 50; // milliseconds until a closed dialog has disappeared

export const shareLink = () => answered(() => linkTo(store.state().title, store.allFiles()));
export const exportCatalog = (kind: Parameters<typeof exporting.exportCatalog>[0]) => answered(() => exporting.exportCatalog(kind).then(() => null));
export const exportReport = (format: Parameters<typeof exporting.exportReport>[0]) => answered(() => exporting.exportReport(format).then(() => null));
export const printPage = () => setTimeout(() => print(), PAINT);
export const exportGraph = (query: GraphQuery, format: GraphFormat) => guarded(async () => saving.saveDrawing(query, format, (drawing) => store.ask("draw", query, drawing)));
export const copyText = (text: string) => void guarded(async () => navigator.clipboard.writeText(text));
