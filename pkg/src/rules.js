// The rules and their pages, as JSON text: parsed when they are asked for.
const list = RULES;

export const rules = () => JSON.parse(list);

export function explain(rule) {
  const name = String(rule);
  return rules().rules.find(({ id, code }) => id === name || code.toLowerCase() === name.toLowerCase()) ?? null;
}
