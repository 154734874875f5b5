import { expect, test } from "vitest";
import { notebookFinding } from "./notebook-finding.ts";

const wall = (stands: boolean, says: string) => ({ stands, says });
const walls = {
  deno: wall(true, "Deno."),
  namespaces: wall(true, "Namespaces."),
  limits: wall(true, "Limits."),
};

test("[Z7] all is well without namespaces, and the finding says so", () => {
  const found = notebookFinding({ ...walls, namespaces: wall(false, "This system allows none.") }, "linux");
  expect(found).toEqual({ name: "notebooks", ok: true, says: "Deno. This system allows none. Limits." });
});

test("[D2] limits that are refused are wrong on Linux, and a lack of them elsewhere is only said", () => {
  const refused = { ...walls, limits: wall(false, "Refused.") };
  expect(notebookFinding(refused, "linux").ok).toBe(false);
  expect(notebookFinding(refused, "darwin")).toMatchObject({ ok: true, says: "Deno. Namespaces. Refused." });
});

test("[D2] a missing Deno is wrong, and what to do about it is said", () => {
  const found = notebookFinding({ ...walls, deno: wall(false, "Deno is not installed.") }, "linux");
  expect(found).toMatchObject({
    ok: false,
    says: expect.stringMatching(/^Deno is not installed\. Install Clew/),
  });
});
