/**
 * A stream that begins as one generator and then goes on as the iterator which that one answers, with nothing in between:
 * what only its first events decide is not paid for by the others.
 */
export function goingOn<T>(
  head: AsyncGenerator<T, AsyncIterator<T, undefined> | undefined>,
): AsyncIterableIterator<T, undefined> {
  let rest: AsyncIterator<T, undefined> | undefined;
  async function begin(): Promise<IteratorResult<T, undefined>> {
    const step = await head.next();
    if (!step.done) return step;
    rest = step.value;
    return rest === undefined ? { done: true, value: undefined } : rest.next();
  }
  return {
    next: () => (rest === undefined ? begin() : rest.next()),
    async return(): Promise<IteratorResult<T, undefined>> {
      if (rest === undefined) await head.return(undefined);
      else await rest.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
