// Paths of files in the page.

const BACKSLASH = "∖";

/** The path of a file in the page. A `\` in a name is shown as `∖`: the engine refuses `\`, which may be a path of Windows. */
export const pagePath = (path: string) => path.replaceAll("\\", BACKSLASH);

/** The first part of a path that has a `\` on disk. */
export const withBackslash = (path: string) => path.split("/").find((part) => part.includes(BACKSLASH));
