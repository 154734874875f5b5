import { expect, test } from "vitest";
import type { z } from "zod";
import { openApi } from "../../../test/support/api.ts";
import type { EditedSession, SessionPage } from "./schemas.ts";

type Edited = z.infer<typeof EditedSession>;

test("[LF5] PATCH renames, tags and archives, and keeps the rest", async () => {
  const { send, get, store } = await openApi();
  await store.openSession({ mode: "chain", id: "a", title: "Old", tags: ["x"] });
  const patch = async (body: object) => (await send<Edited>("PATCH", "/sessions/a", body)).session;
  expect(await patch({ title: " New\nname " })).toMatchObject({ title: "New name", tags: ["x"] });
  expect(await patch({ tags: ["y", "y", "z"] })).toMatchObject({ title: "New name", tags: ["y", "z"] });
  expect(await patch({ archived: true })).toMatchObject({ archived: true, tags: ["y", "z"] });
  expect((await get<SessionPage>("/sessions")).sessions).toEqual([]);
  expect((await get<SessionPage>("/sessions?archived=true")).sessions).toMatchObject([{ id: "a" }]);
  expect(await patch({ archived: false })).toMatchObject({ archived: false });
  expect(
    (await store.changes(0, 20)).flatMap((change) => (change.kind === "session" && change.actions) || []),
  ).toEqual(["rename", "tag", "untag", "archive", "unarchive"]);
  expect((await store.changes(0, 20)).at(-1)).toMatchObject({ by: "local" });
});

test("[LF4] PATCH refuses invalid changes and changes nothing", async () => {
  const { refused, store } = await openApi();
  await store.openSession({ mode: "chain", id: "a", title: "Old" });
  const before = await store.session("a");
  const tried = [
    {},
    { title: "  " },
    { title: "x".repeat(501) },
    { title: 7 },
    { tags: [""] },
    { tags: ["t".repeat(101)] },
    { tags: Array.from({ length: 51 }, (_, at) => `t${at}`) },
    { tags: "x" },
    { archived: "yes" },
    { status: "completed" },
    { title: "good", archived: 1 },
  ];
  for (const body of tried)
    expect(await refused("PATCH", "/sessions/a", body)).toMatchObject({
      status: 400,
      error: { code: "INVALID_ARGUMENT" },
    });
  expect(await refused("PATCH", "/sessions/nope", { title: "x" })).toMatchObject({ status: 404 });
  expect(await store.session("a")).toEqual(before);
});
