// What a package says of itself: its description and its icon.
import { rendered } from "./command.js";
import { documentAt } from "./documents.js";
import { messageOf } from "./engine.js";
import { iconOf, onePicture } from "./picture.js";

/** What opm writes of a package. */
type PackageDocument = { description?: string; icon?: { mediatype?: string; base64data?: string } };

const shown = onePicture();
const proposed = onePicture();

/** Description and icon of the package whose document is at a place; everything is text but the icon's address. */
export async function aboutPackage(path: string, utf16: number) {
  try {
    const found = await documentAt(path, utf16);
    const [document] = await rendered(found?.text ?? "");
    const { description = "", icon }: PackageDocument = JSON.parse(document?.json ?? "{}");
    return { description, icon: shown(icon && { mediaType: icon.mediatype ?? "", base64: icon.base64data ?? "" }) };
  } catch (error) {
    throw new Error(`opm cannot read it: ${messageOf(error)}`, { cause: error });
  }
}

/** The chosen file as an icon to look at, or why it can be none. */
export async function chosenIcon(input: HTMLInputElement) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) throw new Error("no file was chosen");
  const icon = await iconOf(file);
  return { mediaType: icon.mediaType, data: icon.base64, icon: proposed(icon) };
}
