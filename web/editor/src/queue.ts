/** Returns a function that runs tasks one after the other. A task that fails does not prevent the next ones. */
export function queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Result | Promise<Result>): Promise<Result> => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}

/**
 * Returns a function that runs `work`. Calls during a run are combined into one further run. Each call resolves when no
 * run is left. `work` must not fail.
 */
export function combined(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = undefined;
    }
  };
  return () => {
    again = true;
    running ??= run();
    return running;
  };
}
