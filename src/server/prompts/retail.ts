import { domainPrompt } from "./domain.ts";

/** What to think through in retail work. */
export const retail = domainPrompt(
  "retail",
  "Retail: think before acting",
  "What to check with `think` before changing, returning or exchanging an order",
  () => import("./retail.md"),
);
