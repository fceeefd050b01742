// Description and icon of a package.
import { rendered } from "./command.js";
import { documentAt } from "./documents.js";
import { messageOf } from "./engine.js";
import type { AboutPackage, ChosenIcon } from "./generated/page.js";
import { iconOf, iconUrls } from "./icon.js";

/** A package document as opm writes it. */
type PackageDocument = { description?: string; icon?: { mediatype?: string; base64data?: string } };

const shown = iconUrls();
const proposed = iconUrls();

/**
 * The description and icon of the package whose document is at a position. All values are text except the object URL of
 * the icon.
 */
export async function aboutPackage(path: string, utf16: number): Promise<AboutPackage> {
  try {
    const found = await documentAt(path, utf16);
    const [document] = await rendered(found?.text ?? "");
    const { description = "", icon }: PackageDocument = JSON.parse(document?.json ?? "{}");
    return { description, icon: shown(icon && { mediaType: icon.mediatype ?? "", base64: icon.base64data ?? "" }) };
  } catch (error) {
    throw new Error(`opm cannot read it: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns the chosen file as an icon for preview. Throws if it cannot be an icon. */
export async function chosenIcon(input: HTMLInputElement): Promise<ChosenIcon> {
  const file = input.files?.[0];
  input.value = "";
  if (!file) throw new Error("No file is selected");
  const icon = await iconOf(file);
  return { mediaType: icon.mediaType, data: icon.base64, icon: proposed(icon) };
}
