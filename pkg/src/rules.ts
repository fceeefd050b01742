// The rules and their pages, as JSON text: parsed when they are asked for.
import type { RuleInfo, RuleList } from "./core.js";
import { checkString } from "./errors.js";

/** The build puts the rules here (scripts/build-pkg.mjs). */
declare const RULES: string;

const list = RULES;

export const rules = (): RuleList => JSON.parse(list);

export function explain(rule: string): RuleInfo | null {
  checkString("rule", rule);
  return rules().rules.find(({ id, code }) => id === rule || code.toLowerCase() === rule.toLowerCase()) ?? null;
}
