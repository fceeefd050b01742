// The files of a catalog, as the language server determines them, and their paths in the page.
import { pagePath, withBackslash } from "olmkit-page/page-path";
import { FileType, type TextDocument, Uri, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** The response of the language server to `olmkit/catalog`. */
interface Answer {
  root: string | null;
  files: string[];
}

const above = (path: string) => path.slice(0, path.lastIndexOf("/"));
const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);

export class CatalogFiles {
  /** The root folder; undefined for a document that is not saved. */
  readonly root: Uri | undefined;
  /**
   * The folder to which the paths in the page are relative: the root, or a folder above it that contains the
   * configuration.
   */
  readonly #base: Uri | undefined;
  readonly #uris = new Map<string, Uri>();
  /** Whether the files come from the server. */
  readonly #isKnown: boolean;

  private constructor(root: Uri | undefined, files: Uri[], isKnown = false) {
    this.root = root;
    this.#isKnown = isKnown;
    let base = root?.path ?? "";
    while (root && !files.every(({ path }) => isIn(base, path))) base = above(base);
    this.#base = root?.with({ path: base });
    for (const uri of files) this.add(uri);
  }

  /**
   * Returns the files of the catalog that contains a document. Without a response of the server, the files in its
   * folder.
   */
  static async of({ uri }: TextDocument, client: BaseLanguageClient | undefined): Promise<CatalogFiles> {
    try {
      const answer = await client?.sendRequest<Answer>("olmkit/catalog", { uri: uri.toString() });
      if (answer)
        return new CatalogFiles(
          answer.root === null ? undefined : Uri.parse(answer.root),
          answer.files.map((file) => Uri.parse(file)),
          true,
        );
    } catch {
      // The server does not know the request, or the document does not contain OLM documents.
    }
    if (uri.scheme === "untitled") return new CatalogFiles(undefined, [uri]);
    const folder = uri.with({ path: above(uri.path) });
    return new CatalogFiles(folder, [uri, ...(await catalogFilesIn(folder))]);
  }

  /** The folder of the catalog, relative to the base; empty if it is the base. */
  get folder(): string {
    return this.root && this.#base ? pagePath(this.root.path.slice(this.#base.path.length + 1)) : "";
  }

  /** Whether the server reports another root than that of these files. */
  isLeftFor = (now: CatalogFiles) => now.#isKnown && (this.root?.toString() !== now.root?.toString() || this.#base?.toString() !== now.#base?.toString());

  /** The name of the catalog in the title of the page. */
  get name(): string {
    const path = this.root?.path ?? this.paths[0] ?? "";
    return path.slice(path.lastIndexOf("/") + 1);
  }

  get paths(): string[] {
    return [...this.#uris.keys()];
  }

  get uris(): Uri[] {
    return [...this.#uris.values()];
  }

  add(uri: Uri): void {
    const path = this.#named(uri);
    if (path !== undefined) this.#uris.set(path, uri);
  }

  remove(path: string): void {
    this.#uris.delete(path);
  }

  /** Returns the path of a file if it belongs to the catalog. */
  pathOf(uri: Uri): string | undefined {
    const path = this.#named(uri);
    return path !== undefined && this.#uris.get(path)?.toString() === uri.toString() ? path : undefined;
  }

  /**
   * Returns the URI of a file, which can be a new file. Not of a new file whose path has a `∖`, because that path could
   * be in another folder.
   */
  uriOf(path: string): Uri | undefined {
    const created = withBackslash(path) === undefined ? this.#base : undefined;
    return this.#uris.get(path) ?? (created && Uri.joinPath(created, path));
  }

  #named(uri: Uri): string | undefined {
    if (!this.#base) return pagePath(uri.path.slice(uri.path.lastIndexOf("/") + 1)); // the only file
    const isThere = uri.scheme === this.#base.scheme && uri.authority === this.#base.authority && isIn(this.#base.path, uri.path);
    return isThere ? pagePath(uri.path.slice(this.#base.path.length + 1)) : undefined;
  }
}

async function catalogFilesIn(folder: Uri): Promise<Uri[]> {
  try {
    const entries = await workspace.fs.readDirectory(folder);
    const names = entries.filter(([name, type]) => (type & FileType.Directory) === 0 && /\.(ya?ml|json)$/.test(name)).map(([name]) => name);
    return names.map((name) => Uri.joinPath(folder, name));
  } catch {
    return [];
  }
}

/** Returns the content of a file on disk; null if it cannot be read. */
export async function bytesOf(uri: Uri): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
