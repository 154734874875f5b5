/** The ledger's words: sessions, thoughts, lanes, and the pure functions on them. */
export * from "./change.ts";
export * from "./draft.ts";
export * from "./export.ts";
export * from "./failure.ts";
export * from "./handle.ts";
export * from "./id.ts";
export * from "./place.ts";
export * from "./session.ts";
export * from "./thought.ts";
export * from "./tokens.ts";
export * from "./tolerate.ts";
export * from "./window.ts";
