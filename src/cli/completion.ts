import type { Command } from "commander";
import { DOCUMENT_FORMATS, SESSION_STATES, Source } from "../ledger/index.ts";
import { mentalModelNames } from "../models/catalogue.ts";
import { Tag } from "../models/tags.ts";
import { templateNames } from "../notebook/template.ts";
import { createSessions, RECALL_KINDS } from "../sessions/index.ts";
import { CommandFailure, type DefineCommand, type Services } from "./command.ts";
import { type Candidate, matching, wantedAt } from "./completion/candidates.ts";
import { type Shell, scripts } from "./completion/scripts.ts";
import { clients } from "./connect/clients.ts";
import { didYouMean } from "./did-you-mean.ts";
import { line } from "./table.ts";

const shells = Object.keys(scripts);
/** How many session ids are offered at once. */
const MOST_SESSIONS = 50;

/** `clew completion`: the script that completes `clew` in a shell, and the words for it. */
export const completion: DefineCommand = (program, terminal, services) => {
  program
    .command("completion <shell> [words...]")
    .description(`print the script for completion in ${shells.join(", ")}`)
    .action(async (shell: string, words: readonly string[]) => {
      if (shell === "words") {
        for (const { word, says } of await candidatesFor(program, services, words))
          terminal.out(`${line(word)}\t${line(says, 80)}\n`);
        return;
      }
      if (!Object.hasOwn(scripts, shell))
        throw new CommandFailure(
          `no completion for '${line(shell, 40)}'.${didYouMean(shell, shells)} Choose one of ${shells.join(", ")}.`,
          2,
        );
      terminal.out(scripts[shell as Shell]);
    });
};

/** The values of arguments and options that are known without the ledger, by command and name. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  "completion shell": shells,
  "connect client": clients.map(({ id }) => id),
  "connect transport": ["stdio", "http"],
  "lint format": ["text", "json", "sarif", "junit"],
  "lint failOn": ["error", "warning"],
  "check format": ["text", "json"],
  "models show name": mentalModelNames,
  "models list tag": Tag.options,
  "notebook new template": templateNames,
  "sessions export format": [...DOCUMENT_FORMATS, "html"],
  "sessions list state": SESSION_STATES,
  "sessions list status": ["active", "completed"],
  "sessions search kind": RECALL_KINDS,
  "sessions search source": Source.options,
  "invocations list kind": ["tool", "model"],
};

/** Arguments that take the id of a session. */
const SESSIONS =
  /^(sessions \S+ (id|ids|other|thought|session)|(open|watch|note|notes|check) session|lint targets|\S+( list)? session|chat resume)$/;

/** Candidates for the last word. Nothing here may fail or print, because a person is typing. */
async function candidatesFor(
  program: Command,
  services: Services,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const wanted = wantedAt(program, words);
  if ("candidates" in wanted) return wanted.candidates;
  const { value, typed, command } = wanted;
  const name = `${command} ${value}`;
  const known = VALUES[name];
  if (known)
    return matching(
      typed,
      known.map((word) => ({ word, says: "" })),
    );
  const isSession = SESSIONS.test(name);
  if (!isSession && value !== "project") return [];
  try {
    const store = await services.openLedger(services.config({}));
    try {
      if (!isSession) {
        const { projects } = await createSessions(store, { thinkMaxThoughts: 1, home: "" }).facets();
        return matching(
          typed,
          projects.map(({ name, count }) => ({ word: name, says: `${count} sessions` })),
        );
      }
      const found = await store.sessions({
        ...(typed !== "" && { idPrefix: typed }),
        limit: MOST_SESSIONS,
      });
      return found.map(({ id, title }) => ({ word: id, says: title }));
    } finally {
      await store.close();
    }
  } catch {
    return [];
  }
}
