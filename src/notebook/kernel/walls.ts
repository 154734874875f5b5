/** What stands between a cell and this machine. */
export interface Walls {
  /** Deno's permissions; without the runtime no cell runs at all. */
  readonly deno: { readonly stands: boolean; readonly says: string };
  /** Namespaces of its own for users, network and processes, where the system allows them. */
  readonly namespaces: { readonly stands: boolean; readonly says: string };
  /** Limits of the system on memory, processor time and file size. */
  readonly limits: { readonly stands: boolean; readonly says: string };
}
