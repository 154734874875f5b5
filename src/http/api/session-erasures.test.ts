import { expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { draftOf } from "../../store/contract/fixture.ts";

test("[LF7] [LF8] redacts a thought and deletes a session, which is gone afterwards", async () => {
  const { ask, store } = await openApi();
  await store.openSession({ id: "s", title: "s", mode: "chain" });
  await store.append(draftOf({ sessionId: "s" }, "A secret."));
  const redacted = await ask("POST", "/sessions/s/redactions", { thought: 1, reason: "a secret" });
  expect(await redacted.json()).toMatchObject({ thought: { content: "[redacted]" } });
  expect((await ask("POST", "/sessions/s/redactions", { thought: 2, reason: "none" })).status).toBe(404);
  expect((await ask("POST", "/sessions/s/redactions", { thought: 1 })).status).toBe(400);
  const deleted = await ask("DELETE", "/sessions/s");
  expect([deleted.status, await deleted.json()]).toMatchObject([200, { deleted: "s" }]);
  expect((await ask("GET", "/sessions/s")).status).toBe(410);
  expect((await ask("DELETE", "/sessions/s")).status).toBe(410);
  expect((await ask("DELETE", "/sessions/nope")).status).toBe(404);
});
