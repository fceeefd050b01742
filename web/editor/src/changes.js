// Findings before and after a change, in sentences.

export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** Problems that come and go; where they stand does not count. */
export function problems(before, after) {
  const tally = (all) => {
    const counts = new Map();
    for (const { rule, package: owner, channel, entry, message } of all) {
      const key = [rule, owner, channel, entry, message].join("\0");
      counts.set(key, { message, times: (counts.get(key)?.times ?? 0) + 1 });
    }
    return counts;
  };
  const [old, now] = [tally(before), tally(after)];
  const inRow = (messages) =>
    `${messages
      .slice(0, 3)
      .map((message) => message.replace(/\.$/, ""))
      .join("; ")}${messages.length > 3 ? "; …" : "."}`;
  const missing = (from, to) => [...from].filter(([key, { times }]) => times > (to.get(key)?.times ?? 0)).map(([, { message }]) => message);
  const [gone, fresh] = [missing(old, now), missing(now, old)];
  return [
    ...(gone.length ? [`${count(gone.length, "problem", "problems")} solved: ${inRow(gone)}`] : []),
    ...(fresh.length ? [`${count(fresh.length, "new problem", "new problems")}: ${inRow(fresh)}`] : []),
  ];
}
