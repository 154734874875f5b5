/** The first word of a task's name: who can do one task of a kind can do all. */
export function kindOf(task: string): string {
  return task.split(".")[0]!;
}
