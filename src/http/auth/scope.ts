/** Permissions: read, write, run code in notebooks, use the model, write notes to agents, see the data of all principals. */
export const SCOPES = ["read", "write", "run", "engine", "steer", "operator"] as const;

/** One permission. */
export type Scope = (typeof SCOPES)[number];

/** Whether a word is a known scope. */
export const isScope = (word: unknown): word is Scope => SCOPES.some((scope) => scope === word);
