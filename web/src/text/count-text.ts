/** A number with its noun: "1 thought", "1,200 thoughts". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
