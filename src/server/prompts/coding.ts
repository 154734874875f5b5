import { domainPrompt } from "./domain.ts";

/** What to think through in coding work. */
export const coding = domainPrompt(
  "coding",
  "Coding: think before acting",
  "What to check with `think` before editing, running or claiming done",
  () => import("./coding.md"),
);
