/** What a principal may do: read, write, run code in notebooks, spend a model's tokens, see what all principals made. */
export const SCOPES = ["read", "write", "run", "engine", "operator"] as const;

/** One thing that a principal may do. */
export type Scope = (typeof SCOPES)[number];

/** Whether a word is a scope that we know. */
export const isScope = (word: unknown): word is Scope => SCOPES.some((scope) => scope === word);
