/**
 * How much each property of a branch speaks for its fate: won, dropped, open.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const FATE_WEIGHTS = `
-0.31 -0.96 -1.15 always
 0.02  0.06 -0.10 elsewhere dropped
 0.26 -0.23 -0.08 elsewhere won
-0.51  0.46 -0.17 end deadEnd
 1.01 -0.57 -0.48 end decision
-2.09 -2.18  2.87 end open
 1.37 -0.42 -2.18 end outcome
-2.56  0.26  2.79 end plan
-2.19  1.92  0.07 first of several
-1.07  0.78  0.02 last deadEnd
-1.04 -0.30  1.15 last decision
-0.82 -0.99  1.69 last of several
-0.25 -2.28  1.98 last open
 1.90 -0.90 -1.41 last outcome
-0.66 -0.47  0.57 last plan
 2.70 -1.20 -2.31 mentioned
 0.45 -0.00 -0.28 next after one
 1.10 -0.32 -0.58 next at once
 0.07 -0.42  0.36 next deadEnd
-1.55  1.22  0.12 next decision
 0.77  0.26 -1.50 next later
-0.39  0.47 -0.86 next open
 0.05  0.63 -0.61 next outcome
 0.78  1.65 -2.37 next plan
-0.72 -0.13  0.94 no verdict
 0.67 -0.83  0.24 not taken up
-0.26  0.32 -0.10 own dropped
 0.63 -0.45 -0.41 own won
-0.55 -1.22  1.41 pending
-1.01  1.36 -0.84 rival
-0.49  0.93 -0.43 said against
 0.95  0.05 -0.76 said deadEnd
-0.31  0.40  0.19 said decision
 0.58  0.13 -0.99 said for
 0.37 -3.83  3.25 said open
 1.18 -0.28 -1.68 said outcome
-0.63  1.36 -0.79 said pending
 0.67 -0.92  0.03 said plan
 1.88 -0.93 -0.09 taken up
 0.32 -0.60  0.34 taken up more
`;
