// Saving: into the folder where the browser can, as download everywhere.
import { zipSync } from "fflate";
import { changedFiles, folder, markSaved } from "./store.js";

const encoder = new TextEncoder();

/** Writes changed files into the open folder. A file that changed on disk since it was opened is not touched. */
export async function saveToFolder({ overwrite = false } = {}) {
  const stamps = new Map();
  const conflicts = [];
  for (const file of changedFiles()) {
    const handle = file.handle ?? (await create(file.path));
    const now = (await handle.getFile()).lastModified;
    if (!overwrite && file.stamp && now !== file.stamp) {
      conflicts.push(file.path);
      continue;
    }
    const writable = await handle.createWritable();
    await writable.write(encoder.encode(file.after));
    await writable.close();
    stamps.set(file.path, (await handle.getFile()).lastModified);
  }
  markSaved([...stamps.keys()], stamps);
  return { saved: [...stamps.keys()], conflicts };
}

async function create(path) {
  const parts = path.split("/");
  let directory = folder();
  for (const part of parts.slice(0, -1)) directory = await directory.getDirectoryHandle(part, { create: true });
  return directory.getFileHandle(parts.at(-1), { create: true });
}

export function download() {
  const changed = changedFiles();
  if (changed.length === 0) return [];
  if (changed.length === 1) offer(changed[0].path.split("/").at(-1), encoder.encode(changed[0].after), "application/yaml");
  else offer("changed-files.zip", zipSync(Object.fromEntries(changed.map((file) => [file.path, encoder.encode(file.after)]))), "application/zip");
  markSaved(changed.map((file) => file.path));
  return changed.map((file) => file.path);
}

function offer(name, bytes, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
