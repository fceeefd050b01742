// The drafts that are discarded but may not be deleted yet. A deletion in IndexedDB takes time, and the page may be left
// before it is done. This record is written at once.
const nameOf = (draft: string) => `olmkit discarded draft: ${draft}`;

export function isDiscarded(draft: string): boolean {
  try {
    return localStorage.getItem(nameOf(draft)) !== null;
  } catch {
    return false; // this browser does not store data
  }
}

export function setDiscarded(draft: string, isDiscarded: boolean): void {
  try {
    if (isDiscarded) localStorage.setItem(nameOf(draft), "");
    else localStorage.removeItem(nameOf(draft));
  } catch {
    // This browser does not store data, or no more of it.
  }
}
