/** Makes a thing when it is first asked for, and then gives the same one. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
