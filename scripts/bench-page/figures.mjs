// Figures about several measurements.

export const sorted = (list) => [...list].sort((a, b) => a - b);
export const median = (list) => sorted(list)[Math.floor(list.length / 2)];
export const within99 = (list) => sorted(list)[Math.ceil(list.length * 0.99) - 1];
export const most = (list) => sorted(list).at(-1);
