/** A map that keeps what was used last. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** Makes a map of at most so many entries. */
export function createRecent<V>(most: number): Recent<V> {
  const entries = new Map<string, V>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      // A map keeps the order of insertion: the first is the one that was set longest ago.
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > most) entries.delete(entries.keys().next().value!);
    },
    delete: (key) => void entries.delete(key),
  };
}
