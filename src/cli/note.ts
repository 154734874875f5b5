import { userInfo } from "node:os";
import type { Note } from "../ledger/index.ts";
import { type WrittenNote, writeNote } from "../sessions/notes.ts";
import type { Store } from "../store/port.ts";
import type { DefineCommand, Services, Terminal } from "./command.ts";
import { findSessionId } from "./find-session-id.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, safeJson } from "./table.ts";

interface Flags {
  readonly author?: string;
  readonly json?: boolean;
}

/** `clew note`: writes a note to the agent of a session. */
export const note: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("note <session> <text...>")
    .description("write a note to the agent of a session, or about one thought (session#12)")
    .option("--author <name>", "who writes it; the name of the user by default")
    .option("--json", "for scripts");
  withSettings(command, ledgerSettings).action(async (place: string, words: string[], flags: Flags) => {
    const { sessionId, thought } = placeOf(place);
    const written = await onLedger(services, flags, async (store) =>
      writeNote(store, await findSessionId(store, sessionId), {
        text: words.join(" "),
        thought,
        author: flags.author ?? userName(terminal.env),
      }),
    );
    const { notice: _, ...plain } = written;
    if (flags.json) return printJson(terminal, plain);
    terminal.out(`${writtenLine(written)}\n`);
  });
};

/** `clew notes`: the notes of a session. */
export const notes: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("notes <session>")
    .description("list the notes of a session and whether they were delivered and answered")
    .option("--json", "for scripts");
  withSettings(command, ledgerSettings).action(async (id: string, flags: Flags) => {
    const found = await onLedger(services, flags, async (store) => {
      return store.notes(await findSessionId(store, id), {});
    });
    if (flags.json) return printJson(terminal, found);
    if (found.length === 0) return terminal.out("No notes.\n");
    for (const one of found) terminal.out(`${noteLine(one)}\n`);
  });
};

/** Says when a new note will be delivered. */
export const writtenLine = ({ id, notice }: WrittenNote): string =>
  `${notice ?? "The agent's next answer carries the note."} (note:${id})`;

/** A note on one line: its subject, state, author and text. */
export function noteLine(shown: Note): string {
  const where = shown.on === null ? "" : ` on #${shown.on}`;
  return `${shown.createdAt.slice(0, 16).replace("T", " ")}  ${line(shown.author, 40)}${where} (${stateOf(shown)}): ${line(shown.text, 400)}`;
}

/** The state of a note in words. */
export function stateOf({ state, at, answeredBy }: Note): string {
  const reached = at === undefined ? "" : ` at #${at}`;
  switch (state) {
    case "waiting":
      return "waiting";
    case "delivered":
      return `delivered${reached}`;
    case "answered":
      return `answered by #${answeredBy}`;
    case "unanswered":
      return `delivered${reached}, unanswered`;
  }
}

/** The name of the user, for notes written on the machine itself. */
export function userName(env: Terminal["env"]): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry has no name.
    return env.USER ?? env.USERNAME ?? "owner";
  }
}

/** Splits `session#12` into session and thought. */
export function placeOf(place: string): { readonly sessionId: string; readonly thought?: number } {
  const found = /^([^#]{1,1000})#(\d{1,15})$/.exec(place);
  return found ? { sessionId: found[1]!, thought: Number(found[2]) } : { sessionId: place };
}

async function onLedger<T>(
  services: Services,
  flags: object,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await services.openLedger(services.config({ ...flags }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${safeJson(JSON.stringify(value, null, 2))}\n`);
}
