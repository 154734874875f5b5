/**
 * A computation that requests values without knowing whether they are available synchronously: one backend runs it inside
 * a synchronous transaction, another one waits for a server.
 */
// biome-ignore lint/suspicious/noExplicitAny: each step has its own type, which `wait` restores.
export type Steps<T> = Generator<unknown, T, any>;

/** A value, or a promise of it. */
export type Eventual<T> = T | Promise<T>;

/** Requests a value inside of steps: `const tail = yield* wait(lookUp.tail(branch))`. */
export function* wait<T>(value: Eventual<T>): Generator<Eventual<T>, T, T> {
  return yield value;
}

/** Runs steps whose values are all available synchronously. */
export function runSync<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** Runs steps and waits for each value. */
export async function runAsync<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await step.value);
  return step.value;
}
