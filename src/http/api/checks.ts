import { jsonRoute } from "./route.ts";
import { EvidenceStates, LintFindings } from "./schemas.ts";
import { sessionPath } from "./sessions.ts";

/** Checks a session with the linter. */
export const sessionLint = jsonRoute({
  method: "GET",
  path: "/sessions/:id/lint",
  summary: "What the linter finds in a session, with counts",
  scopes: ["read"],
  params: sessionPath,
  answer: LintFindings,
  async run({ params: { id } }, { sessions }) {
    const { checked, findings, ignored } = await sessions.lint(id);
    const count = (level: string) => findings.filter((one) => one.level === level).length;
    return { checked, findings, counts: { error: count("error"), warning: count("warning"), ignored } };
  },
});

/** Compares a session's evidence with files and cells. */
export const sessionEvidence = jsonRoute({
  method: "GET",
  path: "/sessions/:id/evidence",
  summary: "The state of every reference of a session, and of its decisions",
  scopes: ["read"],
  params: sessionPath,
  answer: EvidenceStates,
  async run({ params }, { sessions }) {
    const { id } = await sessions.need(params.id);
    const evidence = await sessions.checkEvidence(id);
    return { evidence, decisions: await sessions.decisionStates(id, evidence) };
  },
});
