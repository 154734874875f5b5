/** Limits a page size to 0..1000. */
export const pageSize = (wanted: number): number => Math.max(0, Math.min(wanted, 1000));
