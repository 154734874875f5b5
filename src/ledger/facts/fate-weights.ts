/**
 * How much each property of a branch speaks for its fate: won, dropped, open.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const FATE_WEIGHTS = `
 0.14 -0.13 -0.02 after worst
 0.19 -0.07 -0.26 all deadEnd
 0.37 -0.44 -0.02 all decision
-0.18 -0.69  0.80 all open
 0.66 -0.33 -0.37 all outcome
 1.18 -0.74 -0.42 all plan
-2.57 -0.07 -0.40 always
 0.41 -0.22 -0.26 elsewhere won
-1.01  1.52 -0.73 end deadEnd
 1.07 -0.56 -0.27 end decision
-1.22 -0.79  1.81 end open
 1.67 -0.32 -1.06 end outcome
 0.67 -0.98  0.81 end plan
-0.12  0.18 -0.02 last act:abandon
 0.08 -0.19  0.08 last act:commit
 0.02 -0.32  0.19 last act:doubt
 0.17 -0.09 -0.17 last act:fail
-0.19  0.12  0.05 last act:plan
-0.13 -0.07  0.17 last act:result
-0.55  0.91 -0.69 last deadEnd
-0.36  0.50  0.07 last decision
-1.31 -1.19  2.07 last open
 1.94 -1.55 -0.64 last outcome
-0.58 -0.31  0.91 last plan
 1.41 -0.62 -0.85 mentioned
 0.31  0.04 -0.36 mentions
-0.60  1.09 -0.64 most deadEnd
 1.09 -1.27  0.05 most decision
-0.68 -0.72  1.16 most open
 1.77 -0.60 -1.07 most outcome
 0.93 -0.77  0.13 most plan
-0.08  0.23 -0.15 next act:commit
 0.06 -0.08 -0.12 next act:fail
-0.81 -0.25  1.25 no verdict
-0.26  0.37 -0.14 own dropped
 0.05 -0.47  0.39 pending
-0.46  0.70 -0.37 rival
 0.12  0.02 -0.15 thoughts
`;
