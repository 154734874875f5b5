import type { LintWeights } from "./weights.ts";

/** Fitted by `bench/worth/fit-lint-pairs.ts` on the sessions with faults; do not edit. */
export const CITATION_WEIGHTS: LintWeights = {
  "I before": -0.92,
  bracketed: 0.66,
  causal: 1.46,
  causes: 0.96,
  discards: -1.21,
  "discards clause": -0.81,
  "discards thought": -1.17,
  infers: 0.77,
  length: 1.36,
  negates: -0.79,
  "negates clause": -1.59,
  overlap: 0.37,
  "overlap share": 2.61,
  relies: 1.22,
  always: -2.73,
};
