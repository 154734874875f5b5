import { expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { loadExample } from "../../example/load-example.ts";
import { DOCUMENT_FORMATS, documents } from "../../ledger/index.ts";

test("[AP4] downloads a session in every format, with headers that keep it inert", async () => {
  const { ask, store } = await openApi({
    async *exportHtml(session) {
      yield `<!doctype html><title>${session.id}</title>`;
    },
  });
  const { sessionId: id, written } = await loadExample(store, { paceMs: 0 });
  await written;
  for (const format of [...DOCUMENT_FORMATS, "html"] as const) {
    const answer = await ask("GET", `/sessions/${id}/export?format=${format}`);
    const kind =
      format === "html" ? { extension: "html", type: "text/html; charset=utf-8" } : documents[format];
    expect([format, answer.status, answer.headers.get("content-type")]).toEqual([format, 200, kind.type]);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${id}.${kind.extension}"`);
    expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox;/);
    const hasNoId: Partial<Record<typeof format, string>> = { mermaid: "flowchart TD", canvas: '"edges"' };
    expect(await answer.text()).toContain(hasNoId[format] ?? id);
  }
});

test("[AP2] refuses an unknown format, and an HTML page whose viewer is missing", async () => {
  const { refused, store } = await openApi();
  const { sessionId: id, written } = await loadExample(store, { paceMs: 0 });
  await written;
  const wrong = await refused("GET", `/sessions/${id}/export?format=pdf`);
  expect([wrong.status, wrong.error.message]).toEqual([
    400,
    "format: 'pdf' is not one of html, markdown, json, chain, mermaid, svg, atif, canvas, otlp, openinference.",
  ]);
  expect(await refused("GET", `/sessions/${id}/export?format=html`)).toMatchObject({
    status: 400,
    error: { code: "EXPORT_FAILED" },
  });
});
