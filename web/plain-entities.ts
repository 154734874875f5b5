import { fileURLToPath } from "node:url";

const NAME = "decode-named-character-reference";

/** Markdown's `&amp;` is read from a table: in a browser it would be read by making markup, which the policy forbids. */
export const plainEntities = { [NAME]: fileURLToPath(import.meta.resolve(NAME)) };
