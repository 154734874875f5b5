/** Closes resources in reverse order of opening. Node 22 has no `AsyncDisposableStack`. */
export class CloseStack {
  readonly #closers: (() => unknown)[] = [];

  /** Adds something to close. */
  defer(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Closes everything, once; an error does not keep the rest open and is thrown at the end. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
