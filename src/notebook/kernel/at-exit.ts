const leftovers = new Set<() => void>();

/** Runs a task when this process exits, with one listener for all tasks. Returns a function that removes the task. */
export function atExit(task: () => void): () => void {
  if (leftovers.size === 0) process.once("exit", endLeftovers);
  leftovers.add(task);
  return () => {
    leftovers.delete(task);
    if (leftovers.size === 0) process.off("exit", endLeftovers);
  };
}

function endLeftovers(): void {
  for (const task of leftovers) task();
}
