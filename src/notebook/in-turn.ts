/** Does the tasks of one name one after another, and those of different names at once. */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Makes a row of tasks for each name that has any. */
export function createTurns(): InTurn {
  const rows = new Map<string, Promise<void>>();
  return (name, task) => {
    const result = (rows.get(name) ?? Promise.resolve()).then(task);
    const settled = result.then(
      () => {},
      () => {},
    );
    rows.set(name, settled);
    void settled.then(() => {
      if (rows.get(name) === settled) rows.delete(name);
    });
    return result;
  };
}
