// Icons as addresses for `<img>`, where scripts and links of an SVG do not work.
import type { ShownIcon } from "./generated/page.js";

/** An icon as it is in a catalog. */
export type Icon = { mediaType: string; base64: string };

/** The media types of icons that are shown. */
export const KINDS = ["image/png", "image/jpeg", "image/gif", "image/svg+xml"];

/**
 * Returns a function that shows one icon at a time and revokes the address of the previous one. The same icon keeps its
 * address.
 */
export function iconUrls() {
  let last: (Icon & { shown: ShownIcon }) | null = null;
  function show(given: Icon): ShownIcon;
  function show(given: Icon | null | undefined): ShownIcon | null;
  function show(given: Icon | null | undefined): ShownIcon | null {
    if (last && given?.mediaType === last.mediaType && given.base64 === last.base64) return last.shown;
    if (last?.shown.address) URL.revokeObjectURL(last.shown.address);
    last = given ? { ...given, shown: shownIcon(given) } : null;
    return last?.shown ?? null;
  }
  return show;
}

function shownIcon({ mediaType, base64 }: Icon): ShownIcon {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const address = KINDS.includes(mediaType) ? URL.createObjectURL(new Blob([bytes], { type: mediaType })) : "";
    return { mediaType, bytes: bytes.length, address };
  } catch {
    return { mediaType, bytes: 0, address: "" };
  }
}

const MAX = 256 * 1024; // bytes: the icon is part of the catalog's text and of every list of operators

/**
 * Reads a file as an icon `{ mediaType, base64 }`. Its content determines the media type. Throws if it cannot be an
 * icon.
 */
export async function iconOf(file: File): Promise<Icon> {
  if (file.size > MAX) throw new Error(`${file.name} has ${Math.ceil(file.size / 1024)} KiB; an icon may have ${MAX / 1024}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mediaType = PNG.every((byte, at) => bytes[at] === byte) ? "image/png" : "image/svg+xml";
  await drawn(new Blob([bytes], { type: mediaType })).catch(() => {
    throw new Error(`${file.name} is not an SVG or PNG that can be drawn`);
  });
  return { mediaType, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

async function drawn(blob: Blob): Promise<void> {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
}
