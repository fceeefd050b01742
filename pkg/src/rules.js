// The rules and their pages, as JSON text: parsed when they are asked for.
import { checkString } from "./errors.js";

const list = RULES;

export const rules = () => JSON.parse(list);

export function explain(rule) {
  checkString("rule", rule);
  return rules().rules.find(({ id, code }) => id === rule || code.toLowerCase() === rule.toLowerCase()) ?? null;
}
