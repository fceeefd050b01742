import * as files from "../files.js";

/** The files of an input and a name for them. Resets the input, so that the same files can be chosen again. */
export async function chosen(input: HTMLInputElement, unnamed = "files"): Promise<files.Opened> {
  const all = [...(input.files ?? [])];
  const [first] = all;
  input.value = "";
  const list = await files.readFiles(all);
  const folder = first?.webkitRelativePath.split("/")[0];
  return { list, name: folder || (all.length === 1 && first?.name) || list[0]?.path || unnamed, handle: null };
}
