/**
 * How much each property of a branch speaks for its fate: won, dropped, open.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const FATE_WEIGHTS = `
-1.21 -0.57 -1.41 always
 0.34 -0.26 -0.16 elsewhere won
-0.72  0.82 -0.73 end deadEnd
 1.24 -1.25  0.29 end decision
-1.84 -1.45  2.39 end open
 2.54 -1.62 -1.27 end outcome
-0.88 -0.88  2.09 end plan
-2.07  2.34 -0.71 first of several
-0.40  0.74 -0.60 last deadEnd
 0.23 -0.74  0.60 last decision
-0.79 -1.00  1.51 last of several
-0.57 -1.54  1.82 last open
 1.30 -0.98 -0.24 last outcome
-1.04 -1.64  1.96 last plan
 1.96 -0.65 -1.71 mentioned
 0.79  0.18 -0.70 next after one
 1.16 -0.29 -0.65 next at once
 0.79  0.58 -1.79 next deadEnd
-0.70  2.09 -2.12 next decision
 0.52 -0.03 -0.61 next later
 0.62 -0.25 -0.35 next open
 0.38  0.25 -0.53 next outcome
 0.71  0.26 -0.68 next plan
-0.56 -0.56  1.33 no verdict
-0.50 -0.75  1.05 not taken up
-0.43  0.51 -0.22 own dropped
-0.24 -0.77  1.02 pending
-0.94  1.08 -0.16 rival
-0.13 -0.15  0.21 said against
 1.11 -0.53 -1.04 said deadEnd
 0.36  0.65 -1.28 said decision
 0.60 -0.32 -0.47 said for
 1.76 -1.99  0.33 said open
 1.80 -1.07 -1.08 said outcome
-0.77  0.84  0.00 said pending
 1.50 -1.03 -0.50 said plan
 3.67 -1.84 -2.18 taken up
 0.60 -0.42 -0.31 taken up more
`;
