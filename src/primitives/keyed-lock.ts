/** Runs tasks with the same key one after another, in the order of the calls, and tasks with different keys at once. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Creates a keyed lock. A task that fails does not stop the next one; keys without tasks take no memory. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const previous = last.get(key);
    const current = previous ? previous.then(task, task) : task();
    last.set(key, current);
    const release = () => {
      if (last.get(key) === current) last.delete(key);
    };
    current.then(release, release);
    return current;
  };
}
