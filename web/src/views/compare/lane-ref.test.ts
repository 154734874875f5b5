import fc from "fast-check";
import { expect, test } from "vitest";
import { laneRefOf, laneRefText } from "./lane-ref.ts";

test("[WB41] a line of a session reads back from its name, whatever the branch is called", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9._-]+$/), fc.string(), (id, branch) => {
      expect(laneRefOf(laneRefText({ id, branch }))).toEqual({ id, branch });
    }),
  );
});
