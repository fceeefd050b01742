// Opens files and folders that the user chooses, samples and examples.
import type { RuleFile } from "olmkit";
import * as files from "../files.js";
import * as opening from "../opening.js";
import { guarded } from "./answers.js";
import { chosen } from "./chosen.js";

export const canPickFolder = () => files.canPickFolder();
const openPicked = (place?: typeof opening.openNext) =>
  guarded(async () => {
    const handle = await files.pickFolder();
    await opening.request(() => files.readFolder(handle), place);
  });
export const openFolder = () => openPicked();
export const openInput = (input: HTMLInputElement) => guarded(() => opening.request(() => chosen(input)));
export const openFolderBeside = () => openPicked(opening.openNext);
export const openInputBeside = (input: HTMLInputElement) => guarded(() => opening.request(() => chosen(input), opening.openNext));
export const openSample = (name: string) => guarded(() => opening.request(async () => ({ list: await files.sample(name), name: `sample: ${name}`, handle: null })));
export const openExample = (name: string, list: RuleFile[]) => guarded(() => opening.request(() => ({ list: list.map(({ path, text }) => files.fromText(path, text)), name, handle: null })));
