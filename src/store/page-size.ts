/** How many a list may hold: what was asked for, from none to a thousand. */
export const pageSize = (wanted: number): number => Math.max(0, Math.min(wanted, 1000));
