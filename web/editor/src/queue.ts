/** Returns a function that runs tasks one after the other. A task that fails does not prevent the next ones. */
export function queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Result | Promise<Result>): Promise<Result> => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}
