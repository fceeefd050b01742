// Errors with codes, as the wasm makes them (`ErrorCode` in the types).

const article = (name) => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;

export const failure = (code, message, cause) => Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });

/** What is thrown when an argument, or a place in it, is not what was expected. */
export const badArgument = (argument, expected, found) => invalid(`\`${argument}\` must be ${expected}, not ${described(found)}.`, argument, expected);

/** The same with a sentence of its own. */
export const invalid = (message, argument, expected, cause) =>
  Object.assign(new TypeError(message, cause === undefined ? undefined : { cause }), { code: "INVALID_ARGUMENT", argument, expected });

function described(value) {
  if (value === null || value === undefined || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return article(typeof value);
  const name = value.constructor?.name;
  return article(!name || name === "Object" ? "object" : name);
}

/** Throws unless the value is a string. */
export function checkString(argument, value) {
  if (typeof value !== "string") throw badArgument(argument, "a string", value);
}

/** Throws unless the value is an object of options with these keys alone: `keys` maps each to a check of its value. */
export function checkOptions(argument, value, keys) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badArgument(argument, "an object", value);
  for (const [key, own] of Object.entries(value)) {
    if (own === undefined) continue;
    if (!Object.hasOwn(keys, key)) {
      const known = Object.keys(keys).map((name) => `\`${name}\``).join(", ");
      const message = `\`${argument}\` has the unknown key \`${key}\`. Known keys: ${known}.`;
      throw invalid(message, `${argument}.${key}`, known);
    }
    const type = keys[key];
    if (typeof own !== type) throw badArgument(`${argument}.${key}`, article(type), own);
  }
}

/** An error as plain data, for `postMessage`. */
export const packed = (error) => ({ message: String(error?.message ?? error), code: error?.code, argument: error?.argument, expected: error?.expected });

/** The error that `packed` took apart. */
export function unpacked({ message, code, argument, expected }) {
  const error = new (code === "INVALID_ARGUMENT" ? TypeError : Error)(message);
  for (const [key, value] of Object.entries({ code, argument, expected })) if (value !== undefined) error[key] = value;
  return error;
}
