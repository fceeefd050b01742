// The rules and their pages, parsed on first use.
import type { RuleInfo, RuleList } from "./core.js";
import { checkString } from "./errors.js";
import text from "./rules_text.js";

export const rules = (): RuleList => JSON.parse(text);

export function explain(rule: string): RuleInfo | null {
  checkString("rule", rule);
  return rules().rules.find(({ id, code, former = [] }) => [id, ...former].includes(rule) || code.toLowerCase() === rule.toLowerCase()) ?? null;
}
