/** Runs work with a deadline; rejects with a `DeadlineError` when it has passed. */
export async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new DeadlineError(milliseconds));
    controller.abort();
  }, milliseconds);
  try {
    return await Promise.race([work(controller.signal), passed]);
  } finally {
    clearTimeout(timer);
  }
}

/** Thrown when work did not end in time. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}
