/** A queue between those who make items whenever they are ready and one who takes them at leisure. */
export interface ChunkQueue<T> {
  push(item: T): void;
  /** The same for one of many alike: when too many of a kind wait, it takes the place of the last. */
  pushOf(kind: string, item: T): void;
  /** Nothing comes after what was pushed. */
  end(): void;
  /** What was pushed, in order and as it comes, until the end. */
  items(): AsyncGenerator<readonly T[], void>;
}

const MOST_OF_A_KIND = 16;

/** An empty queue. It does not hold its makers back: it is for what has a bound of its own, such as a turn's calls. */
export function chunkQueue<T>(): ChunkQueue<T> {
  const waiting: T[] = [];
  /** Where in `waiting` those of a kind are. */
  const places = new Map<string, number[]>();
  let ended = false;
  let wake = () => {};
  return {
    push(item) {
      waiting.push(item);
      wake();
    },
    pushOf(kind, item) {
      const at = places.get(kind) ?? [];
      places.set(kind, at);
      if (at.length >= MOST_OF_A_KIND) waiting[at.at(-1)!] = item;
      else at.push(waiting.push(item) - 1);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *items() {
      for (;;) {
        while (waiting.length > 0) {
          places.clear();
          yield waiting.splice(0);
        }
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
