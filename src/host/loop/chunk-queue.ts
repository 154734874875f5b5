/** A queue between those who make items whenever they are ready and one who takes them at leisure. */
export interface ChunkQueue<T> {
  push(item: T): void;
  /** Nothing comes after what was pushed. */
  end(): void;
  /** What was pushed, in order and as it comes, until the end. */
  items(): AsyncGenerator<readonly T[], void>;
}

/** An empty queue. It does not hold its makers back: it is for what has a bound of its own, such as a turn's calls. */
export function chunkQueue<T>(): ChunkQueue<T> {
  const waiting: T[] = [];
  let ended = false;
  let wake = () => {};
  return {
    push(item) {
      waiting.push(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *items() {
      for (;;) {
        while (waiting.length > 0) yield waiting.splice(0);
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
