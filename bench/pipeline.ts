/** Does `work` for every number from `first` to `last`, `width` of them under way at a time, begun in order. */
export async function pipeline(
  first: number,
  last: number,
  width: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = first;
  const lane = async (): Promise<void> => {
    while (next <= last) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}
