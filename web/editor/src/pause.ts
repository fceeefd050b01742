// Work for which a pause of the user is used.

/** Returns a function that calls `work` after a time in milliseconds, unless it is called again before. */
export function afterPause(time: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, time);
  };
}
