/** What is there already; it is worked on only as it is taken. */
export type Burst<T> = Iterable<T>;

/**
 * A stream of bursts as a stream of what is in them, with nothing to wait for between two of one burst. What goes wrong
 * in a burst is thrown where the stream stands, and whoever leaves gets nothing more of the one at hand.
 */
export function oneByOne<T, R>(bursts: AsyncGenerator<Burst<T>, R>): AsyncGenerator<T, R> {
  type Step = IteratorResult<T, R>;
  let ready: Iterator<T> | undefined;
  /** The last call that has to wait: as with a generator, the next one comes after it. */
  let last: Promise<Step> | undefined;

  function take(): Step | Promise<Step> {
    try {
      const step = ready?.next();
      return step?.done === false ? step : more(bursts.next());
    } catch (error) {
      return more(bursts.throw(error));
    }
  }
  async function more(asked: ReturnType<typeof bursts.next>): Promise<Step> {
    const burst = await asked;
    ready = burst.done ? undefined : burst.value[Symbol.iterator]();
    return burst.done ? burst : take();
  }
  function after(mine: Promise<Step>): Promise<Step> {
    const over = () => {
      if (last === mine) last = undefined;
    };
    last = mine;
    mine.then(over, over);
    return mine;
  }
  return {
    next() {
      if (last !== undefined) return after(last.then(take, take));
      const taken = take();
      return taken instanceof Promise ? after(taken) : Promise.resolve(taken);
    },
    return: (value) => more(bursts.return(value)),
    throw: (error) => more(bursts.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => bursts[Symbol.asyncDispose](),
  };
}
