import * as z from "zod";
import { DOCUMENT_FORMATS, documents, Failure } from "../../ledger/index.ts";
import { type ApiParts, fileRoute } from "./route.ts";
import { sessionPath } from "./sessions.ts";
import { asOf } from "./times.ts";

const Format = z.enum(["html", ...DOCUMENT_FORMATS]);
const HTML = "text/html; charset=utf-8";

/** Writes a session as a document. */
export const exportSession = fileRoute({
  method: "GET",
  path: "/sessions/:id/export",
  summary: "A session as a file: a page with its viewer, Markdown, JSON, or its graph as Mermaid or SVG",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({ format: Format.default("markdown"), asOf }),
  media: [...new Set([HTML, ...Object.values(documents).map(({ type }) => type)])],
  async run({ params, query: { format, asOf: moment } }, { sessions, parts }) {
    const then = await sessions.asOf(params.id, moment);
    const { thoughtCount: _, branchCount: __, ...session } = await then.need(params.id);
    const { extension, type, write } = documentOf(format, parts);
    const notes = await then.notes(session.id);
    const pieces = write({ ...session, notes }, () => then.allThoughts(session.id), new Date().toISOString());
    return { type, name: `${session.id}.${extension}`, pieces };
  },
});

function documentOf(format: z.output<typeof Format>, { exportHtml }: ApiParts) {
  if (format !== "html") return documents[format];
  if (!exportHtml) throw new Failure("EXPORT_FAILED", { reason: "the offline viewer was not built" });
  return { extension: "html", type: HTML, write: exportHtml };
}
