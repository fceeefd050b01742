// Changes that the engine is making. Another catalog is not opened in the middle of them.

const PATIENCE = 2000; // milliseconds

export class Making {
  #changes = new Set<Promise<unknown>>();

  /** Keeps a change until it has been made. */
  track<Result>(change: Promise<Result>): Promise<Result> {
    this.#changes.add(change);
    const done = () => this.#changes.delete(change);
    change.then(done, done);
    return change;
  }

  /** Ends when they have been made, or after two seconds. */
  settled(): Promise<unknown> {
    return Promise.race([Promise.allSettled([...this.#changes]), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }
}
