import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBranchRef, parseBranchRef } from "./branch-ref.ts";

test("[WB41] a reference to a branch round-trips, whatever the branch is called", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9._-]+$/), fc.string(), (id, branch) => {
      expect(parseBranchRef(formatBranchRef({ id, branch }))).toEqual({ id, branch });
    }),
  );
});
