import * as z from "zod";
import { FOUND_PROGRAMS } from "../../import/sources.ts";
import { Failure } from "../../ledger/index.ts";
import { jsonRoute } from "./route.ts";

const Program = z.enum(FOUND_PROGRAMS);
const Days = z.coerce
  .number()
  .int()
  .min(1)
  .max(3650)
  .optional()
  .describe("sessions with activity in the last days");
const Count = z.int().min(0);

const Progress = z.object({
  done: Count.describe("sessions"),
  total: Count,
  bytesDone: z.number(),
  bytesTotal: z.number(),
  thoughts: Count,
});

const State = z.object({
  running: z.object({ program: Program, progress: Progress }).optional(),
  last: z
    .object({
      found: Count,
      imported: z.object({
        sessions: Count,
        thoughts: Count,
        branches: Count,
        decisions: Count,
        hidden: Count,
      }),
      updated: Count,
      unchanged: Count,
      skipped: z.record(z.string(), Count),
    })
    .optional(),
  failed: z.string().optional(),
});

const Found = z.object({
  programs: z.array(
    z.object({
      program: Program,
      name: z.string(),
      sessions: Count,
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      bytes: z.number(),
    }),
  ),
});

/** Transcripts of other programs on the server's machine. */
export const foundImports = jsonRoute({
  method: "GET",
  path: "/imports/found",
  summary: "Transcripts of other programs that can be imported, by program; nothing is imported",
  scopes: ["operator"],
  query: z.object({ days: Days }),
  answer: Found,
  async run({ query }, { parts }) {
    return { programs: [...((await parts.imports?.found(sinceOf(query.days))) ?? [])] };
  },
});

/** Returns the progress of an import. */
export const importState = jsonRoute({
  method: "GET",
  path: "/imports",
  summary: "The import that runs, or what the last one did",
  scopes: ["operator"],
  answer: State,
  run: async (_, { parts }) => parts.imports?.state() ?? {},
});

/** Starts an import. */
export const startImport = jsonRoute({
  method: "POST",
  path: "/imports",
  summary: "Starts to import the transcripts of a program, unless an import runs already",
  scopes: ["operator"],
  body: z.object({ program: Program, days: Days }),
  answer: State,
  async run({ body }, { parts, store }) {
    if (!parts.imports) throw new Failure("INVALID_ARGUMENT", { problem: "This server does not import." });
    parts.imports.start(store, body.program, sinceOf(body.days));
    return parts.imports.state();
  },
});

const sinceOf = (days: number | undefined) =>
  days === undefined ? undefined : Date.now() - days * 86_400_000;
