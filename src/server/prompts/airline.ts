import { domainPrompt } from "./domain.ts";

/** What to think through in airline work. */
export const airline = domainPrompt(
  "airline",
  "Airline: think before acting",
  "What to check with `think` before cancelling, changing or refunding a booking",
  () => import("./airline.md"),
);
