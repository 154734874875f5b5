/** Gives the thing of a key, made when it is first asked for; only the last few are kept. */
export function lastFew<T>(most: number, make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const found = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return found;
  };
}
