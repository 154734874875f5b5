import { sessionEvidence, sessionLint } from "./checks.ts";
import { compareSessions, mergeSessions } from "./compare.ts";
import { modelCosts } from "./costs.ts";
import { events } from "./events.ts";
import { example } from "./example.ts";
import { exportSession } from "./export.ts";
import { foundImports, importState, startImport } from "./imports.ts";
import { invocationStats, listInvocations, oneInvocation } from "./invocations.ts";
import { models, oneModel } from "./models.ts";
import { addCell, lastRun, removeCell, updateCell } from "./notebook-cells.ts";
import { runAll, runCell } from "./notebook-runs.ts";
import {
  createNotebook,
  interrupt,
  listNotebooks,
  oneNotebook,
  renameNotebook,
  restart,
  templates,
} from "./notebooks.ts";
import { addNote, hold, listNotes, release } from "./notes.ts";
import { outline } from "./outline.ts";
import type { Route } from "./route.ts";
import { search } from "./search.ts";
import { health, metrics } from "./server-status.ts";
import { deleteSession, editSession, redactThought } from "./session-edits.ts";
import { facets, listSessions, oneSession, sessionBrief, sessionStatistics } from "./sessions.ts";
import { oneThought, sessionFacts, thoughts } from "./thoughts.ts";

/** Every route of the API except those that describe it, in the order of the reference. The first match answers. */
export const routes: readonly Route[] = [
  listSessions,
  facets,
  oneSession,
  editSession,
  deleteSession,
  redactThought,
  compareSessions,
  mergeSessions,
  sessionStatistics,
  sessionBrief,
  sessionFacts,
  sessionLint,
  sessionEvidence,
  outline,
  thoughts,
  oneThought,
  exportSession,
  addNote,
  listNotes,
  hold,
  release,
  search,
  events,
  listNotebooks,
  templates,
  createNotebook,
  oneNotebook,
  renameNotebook,
  addCell,
  updateCell,
  removeCell,
  lastRun,
  runCell,
  runAll,
  interrupt,
  restart,
  models,
  oneModel,
  listInvocations,
  invocationStats,
  modelCosts,
  oneInvocation,
  health,
  metrics,
  example,
  foundImports,
  importState,
  startImport,
];
