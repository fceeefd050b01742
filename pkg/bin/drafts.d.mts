export const PREFIX: string;
export function newName(): string;
export function sweep(folder: string): void;
