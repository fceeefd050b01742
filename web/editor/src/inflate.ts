/** Decompresses bytes. `check` gets the size so far and can stop the work by throwing. */
export async function inflated(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat, check: (size: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      size += value?.length ?? 0;
      check(size);
      if (value) parts.push(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
