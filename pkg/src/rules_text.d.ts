/** The rules and their pages as JSON (scripts/build-pkg.mjs). */
declare const text: string;
export default text;
