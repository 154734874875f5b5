import { expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { draftOf } from "../../store/contract/fixture.ts";

async function setUp() {
  const api = await openApi();
  await api.store.openSession({ id: "s", title: "S", mode: "chain" });
  for (const content of ["one", "two", "three"]) await api.store.append(draftOf({ sessionId: "s" }, content));
  return api;
}

test("[LF14] every read of a session takes asOf", async () => {
  const { get, ask } = await setUp();
  const at = "asOf=%232";
  expect(await get(`/sessions/s?${at}`)).toMatchObject({ session: { thoughtCount: 2, lastWords: "two" } });
  expect(await get(`/sessions/s/thoughts?${at}`)).toMatchObject({
    thoughts: [{ content: "one" }, { content: "two" }],
  });
  expect(await get(`/sessions/s/outline?${at}`)).toMatchObject({ entries: { seq: [1, 2] } });
  expect(await get(`/sessions/s/statistics?${at}`)).toMatchObject({ branches: [{ thoughts: 2 }] });
  expect(await get(`/sessions/s/facts?${at}`)).toEqual({ facts: [] });
  expect(JSON.stringify(await get(`/sessions/s/brief?${at}`))).toContain("2 thoughts");
  const text = await (await ask("GET", `/sessions/s/export?format=json&${at}`)).text();
  expect(JSON.parse(text).nodes).toHaveLength(2);
  const time = encodeURIComponent(new Date().toISOString());
  expect(await get(`/sessions/s?asOf=${time}`)).toMatchObject({ session: { thoughtCount: 3 } });
});

test("[LF15] a wrong asOf is a clear error", async () => {
  const { refused } = await setUp();
  for (const path of ["", "/thoughts", "/outline", "/statistics", "/facts", "/brief", "/export"])
    for (const moment of ["banana", "%230", "%2399", "", "2001-01-01"]) {
      const { status, error } = await refused("GET", `/sessions/s${path}?asOf=${moment}`);
      expect([path, moment, status, error.code]).toEqual([path, moment, 400, "INVALID_ARGUMENT"]);
      expect(error.message).toMatch(/Send a time|Choose/);
    }
  expect(await refused("GET", "/sessions/nope?asOf=%231")).toMatchObject({ status: 404 });
});
