import { expect, test } from "vitest";
import { noNotebooks } from "../../../test/support/notebooks.ts";
import { createReasoning } from "../../reasoning/index.ts";
import { createSessions } from "../../sessions/index.ts";
import { openStore } from "../../store/open.ts";
import { catalogueOf } from "../catalogue.ts";
import { resume } from "./resume.ts";

test("[Y4] returns the brief and how to continue, and refuses an unknown session", async () => {
  await using cleanup = new AsyncDisposableStack();
  const store = await openStore({ memory: true });
  cleanup.defer(() => store.close());
  const sessions = createSessions(store, { thinkMaxThoughts: 100, home: "" });
  const context = {
    sessions,
    reasoning: createReasoning(store, {}),
    notebooks: noNotebooks,
    catalogue: catalogueOf(["all"]),
  };
  const author = { handle: { text: "t", origin: "connection" } } as const;
  const { thought } = await sessions.record("thoughtbox", author, {
    thought: "Find the leak. Next: take a heap dump.",
  });
  const { sessionId } = thought;

  const text = await resume.render({ sessionId }, context);
  expect(text.startsWith((await sessions.brief(sessionId)).brief)).toBe(true);
  expect(text).toContain("- Next: take a heap dump. (#1)");
  expect(text).toContain(`sessionId: "${sessionId}"`);
  expect(text).toContain(`thoughtbox://sessions/${sessionId}/thoughts`);

  const [argument] = resume.arguments;
  expect(argument).toMatchObject({ name: "sessionId", required: true });
  expect(await argument!.complete!(sessionId.slice(0, 4), context, {})).toEqual([sessionId]);
  await expect(resume.render({ sessionId: "nope" }, context)).rejects.toMatchObject({
    code: "SESSION_NOT_FOUND",
  });
});
