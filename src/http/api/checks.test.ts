import { expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { draftOf } from "../../store/contract/fixture.ts";

test("[LT11] /api/sessions/:id/lint has the findings with counts", async () => {
  const { get, store } = await openApi();
  await store.openSession({ id: "s", title: "s", mode: "chain" });
  await store.append(draftOf({ sessionId: "s" }, "Start."));
  await store.append(draftOf({ sessionId: "s" }, "All tests pass."));
  expect(await get("/sessions/s/lint")).toMatchObject({
    checked: { thoughts: 2, rules: 12 },
    findings: [{ rule: "CL004", seq: 2 }],
    counts: { error: 1, warning: 0, ignored: 0 },
  });
});

test("[EV10] /api/sessions/:id/evidence has the states, and those of decisions", async () => {
  const { get, store } = await openApi();
  await store.openSession({ id: "s", title: "s", mode: "chain" });
  const url = { ref: "https://example.org", kind: "url" } as const;
  await store.append(draftOf({ sessionId: "s" }, "A page says so.", { evidence: [url] }));
  await store.append(draftOf({ sessionId: "s" }, "Decision: we will keep Postgres, see #1."));
  expect(await get("/sessions/s/evidence")).toMatchObject({
    evidence: [{ thoughtNumber: 1, seq: 1, ref: "https://example.org", state: "unchecked" }],
    decisions: [{ seq: 2, state: "unchecked" }],
  });
});
