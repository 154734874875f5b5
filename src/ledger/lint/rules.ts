import { unansweredQuestion } from "./cl001-unanswered-question.ts";
import { noAlternative } from "./cl002-no-alternative.ts";
import { revisedPremise } from "./cl003-revised-premise.ts";
import { claimWithoutEvidence } from "./cl004-claim-without-evidence.ts";
import { loop } from "./cl005-loop.ts";
import { branchWithoutVerdict } from "./cl006-branch-without-verdict.ts";
import { noConclusion } from "./cl007-no-conclusion.ts";
import { contradictingNumber } from "./cl008-contradicting-number.ts";
import { staleEvidence } from "./cl009-stale-evidence.ts";
import { circularRevision } from "./cl010-circular-revision.ts";
import { unansweredNote } from "./cl011-unanswered-note.ts";
import { confidenceJump } from "./cl012-confidence-jump.ts";
import type { Rule } from "./context.ts";

/** Every rule, in order of its id. */
export const RULES: readonly Rule[] = [
  unansweredQuestion,
  noAlternative,
  revisedPremise,
  claimWithoutEvidence,
  loop,
  branchWithoutVerdict,
  noConclusion,
  contradictingNumber,
  staleEvidence,
  circularRevision,
  unansweredNote,
  confidenceJump,
];
