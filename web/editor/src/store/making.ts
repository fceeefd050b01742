// Changes that the engine is planning. Undo, redo and opening another catalog wait until they are applied.

const TIMEOUT = 2000; // milliseconds

export class Making {
  #changes = new Set<Promise<unknown>>();

  /** Tracks a change until it has been applied. */
  track<Result>(change: Promise<Result>): Promise<Result> {
    this.#changes.add(change);
    const done = () => this.#changes.delete(change);
    change.then(done, done);
    return change;
  }

  /** Does some work after these changes: the last of them is not in the history yet. */
  after<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.settled().then(work);
  }

  /** Resolves when all changes have been applied, or after two seconds. */
  settled(): Promise<unknown> {
    return Promise.race([Promise.allSettled([...this.#changes]), new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);
  }
}
