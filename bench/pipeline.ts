/** Runs `work` for every number from `first` to `last`, in order, at most `width` at a time. */
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
