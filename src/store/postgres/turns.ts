/** Runs pieces of work with the same key one after the other, in the order they came. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes turns; keys that nobody waits for are forgotten. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key);
    const mine = before ? before.then(work, work) : work();
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}
