import { type ExportedSession, exportChain, exportJson, type ReadThoughts } from "./export.ts";
import { exportAtif } from "./export-atif.ts";
import { exportCanvas } from "./export-canvas.ts";
import { exportMarkdown } from "./export-markdown.ts";
import { exportMermaid } from "./export-mermaid.ts";
import { exportOpenInference, exportOtlp } from "./export-spans.ts";
import { exportSvg } from "./export-svg.ts";

/** Writes a session as a document, in pieces. */
export type WriteDocument = (
  session: ExportedSession,
  read: ReadThoughts,
  exportedAt: string,
) => AsyncIterable<string>;

/** A document format: its file extension and how it is written. */
export interface DocumentKind {
  readonly extension: string;
  readonly type: string;
  readonly write: WriteDocument;
}

/** The formats that only need the ledger; HTML also needs the viewer. */
export const documents = {
  markdown: {
    extension: "md",
    type: "text/markdown; charset=utf-8",
    write: (session, read) => exportMarkdown(session, read),
  },
  json: { extension: "json", type: "application/json", write: exportJson },
  chain: { extension: "chain.json", type: "application/json", write: exportChain },
  mermaid: { extension: "mmd", type: "text/plain; charset=utf-8", write: exportMermaid },
  svg: { extension: "svg", type: "image/svg+xml", write: exportSvg },
  atif: { extension: "atif.json", type: "application/json", write: exportAtif },
  canvas: { extension: "canvas", type: "application/json", write: exportCanvas },
  otlp: { extension: "otlp.json", type: "application/json", write: exportOtlp },
  openinference: { extension: "openinference.json", type: "application/json", write: exportOpenInference },
} as const satisfies Readonly<Record<string, DocumentKind>>;

/** The names of these formats. */
export const DOCUMENT_FORMATS = Object.keys(documents) as (keyof typeof documents)[];
export type DocumentFormat = keyof typeof documents;
