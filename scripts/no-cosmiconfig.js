/** Stands in for a library that would look for settings, and run them, in the folder that Clew is started in. */
export const cosmiconfigSync = () => ({ search: () => null });
