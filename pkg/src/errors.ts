// Errors with codes, in the form that the wasm creates (`ErrorCode` in the types).
import type { ErrorCode } from "./core.js";

/** An error as plain data, for `postMessage`. */
export type PackedError = { message: string; code?: ErrorCode; argument?: string; expected?: string };

/** An error of olmkit, with the fields that callers can rely on. */
export type CodedError = Error & Omit<PackedError, "message">;

/** Returns the fields of a thrown value, whatever its type. */
export const thrown = (error: unknown): Partial<PackedError> & { name?: string } => (typeof error === "object" && error !== null ? error : { message: String(error) });

const article = (name: string) => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;

export const failure = (code: ErrorCode, message: string, cause?: unknown): CodedError => Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });

/** The error for an argument, or a part of it, with an unexpected value. */
export const badArgument = (argument: string, expected: string, found: unknown) => invalid(`\`${argument}\` must be ${expected}, not ${described(found)}.`, argument, expected);

/** The same, with a custom message. */
export const invalid = (message: string, argument: string, expected: string, cause?: unknown): CodedError =>
  Object.assign(new TypeError(message, cause === undefined ? undefined : { cause }), { code: "INVALID_ARGUMENT" as const, argument, expected });

function described(value: unknown): string {
  if (value === null || value === undefined || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return article(typeof value);
  const name = value.constructor?.name;
  return article(!name || name === "Object" ? "object" : name);
}

/** Throws if the value is not a string. */
export function checkString(argument: string, value: unknown): asserts value is string {
  if (typeof value !== "string") throw badArgument(argument, "a string", value);
}

/** Throws if the value is not an object with these keys only. `keys` maps each key to the type of its value. */
export function checkOptions(argument: string, value: unknown, keys: Record<string, string>): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badArgument(argument, "an object", value);
  for (const [key, own] of Object.entries(value)) {
    if (own === undefined) continue;
    if (!Object.hasOwn(keys, key)) {
      const known = Object.keys(keys)
        .map((name) => `\`${name}\``)
        .join(", ");
      const message = `\`${argument}\` has the unknown key \`${key}\`. Known keys: ${known}.`;
      throw invalid(message, `${argument}.${key}`, known);
    }
    const type = keys[key] ?? "";
    if (typeof own !== type) throw badArgument(`${argument}.${key}`, article(type), own);
  }
}

/** Converts an error to plain data. */
export function packed(error: unknown): PackedError {
  const { message, code, argument, expected } = thrown(error);
  return { message: String(message ?? error), code, argument, expected };
}

/** Converts plain data from `packed` to an error. */
export function unpacked({ message, ...details }: PackedError): CodedError {
  const error = new (details.code === "INVALID_ARGUMENT" ? TypeError : Error)(message);
  return Object.assign(error, Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)));
}
