// What opened files contain: an image, bundles, or several catalogs. The wasm of the command line finds them. It is
// loaded only if the paths of the files require it, which the page's wasm decides.
import type { BundleMethods } from "olmkit/bundle-worker";
import { ask } from "./command-worker.js";
import type { FileList } from "./files.js";
import type { Preparation } from "./generated/page.js";
import type { OpenedFile } from "./store/documents.js";

/** Returns what files with these paths require. */
export type Judge = (paths: string[], isArchive: boolean) => Preparation | null;
type FolderContents = ReturnType<BundleMethods["folderContents"]>;

let judge: Judge = () => null;

/** Sets the function that judges paths. */
export function judgedBy(own: Judge): void {
  judge = own;
}

const requiredFor = (list: FileList) =>
  judge(
    list.map(({ path }) => path),
    list.archive !== undefined,
  );

/** The bytes of the archive of an image; undefined if the files are not those of an image. */
export const imageArchive = (list: FileList) => (requiredFor(list) === "image" ? list.archive : undefined);

const known = new WeakMap<OpenedFile[], Promise<FolderContents>>();

/** The bundles and separate catalogs among files, whatever their paths. */
export function searched(list: OpenedFile[]): Promise<FolderContents> {
  const found =
    known.get(list) ??
    ask(
      "folderContents",
      list.map(({ path, bytes }) => ({ path, bytes })),
    );
  known.set(list, found);
  found.catch(() => known.delete(list));
  return found;
}

/** The same. Empty if the paths do not require a search. */
export const contentsOf = async (list: FileList): Promise<FolderContents> => (requiredFor(list) === "search" ? searched(list) : { bundles: [], catalogs: [] });
