// Changes that the engine is planning. Each is planned on the result of those that were requested before it. Opening another
// catalog waits until they are applied.

const TIMEOUT = 2000; // milliseconds

/** Resolves when some work has ended, or after two seconds: if the engine does not answer, the page must stay usable. */
const ended = (work: Promise<unknown>[]): Promise<unknown> => Promise.race([Promise.allSettled(work), new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);

export class PendingChanges {
  #changes = new Set<Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();

  /** Does some work after the work that was requested before has ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = this.#last.then(() => ended([done]));
    return done;
  }

  /** Tracks a change until it has been applied. */
  track<Result>(change: Promise<Result>): Promise<Result> {
    this.#changes.add(change);
    const done = () => this.#changes.delete(change);
    change.then(done, done);
    return change;
  }

  /** Resolves when all changes have been applied, or after two seconds. */
  settled(): Promise<unknown> {
    return ended([...this.#changes]);
  }
}
