/** Opens a resource at the first call and shares it. After a failed opening, the next call tries again. */
export interface Opener<T> {
  (): Promise<T>;
  /** The pending or completed opening; undefined before the first call and after a failure. */
  readonly current: Promise<T> | undefined;
  /** The resource, once it is open. */
  readonly value: T | undefined;
}

/** Creates an opener around a function that opens a resource. */
export function createOpener<T>(open: () => Promise<T>): Opener<T> {
  let current: Promise<T> | undefined;
  let value: T | undefined;
  const opener = () => {
    current ??= open().then(
      (opened) => {
        value = opened;
        return opened;
      },
      (error: unknown) => {
        current = undefined;
        throw error;
      },
    );
    return current;
  };
  return Object.defineProperties(opener, {
    current: { get: () => current },
    value: { get: () => value },
  }) as Opener<T>;
}

// biome-ignore lint/suspicious/noExplicitAny: the parameters of any method.
type AsyncMethod = (...input: any[]) => Promise<unknown>;

/** The members of an interface that cannot wait for an opening, because they return no promise. */
type SyncMembers<T> = { [K in keyof T as T[K] extends AsyncMethod ? never : K]: T[K] };

/**
 * A proxy for a resource: each method waits for the opener, then calls the method of the same name. `own` has the members
 * that must not wait, such as `close` and those that return no promise.
 */
export function lazy<T extends object>(opener: () => Promise<T>, own: SyncMembers<T> & Partial<T>): T {
  return new Proxy(own, {
    get(_, name) {
      if (name in own) return own[name as keyof typeof own];
      // A proxy that is awaited must not look like a promise.
      if (typeof name === "symbol" || name === "then") return undefined;
      return async (...input: unknown[]) => {
        const resource = await opener();
        return (resource[name as keyof T] as AsyncMethod)(...input);
      };
    },
  }) as T;
}

/** The same object with some members replaced. Also works for proxies, which cannot be spread. */
export function override<T extends object>(base: T, members: Partial<T>): T {
  return Object.assign(Object.create(base), members) as T;
}
