import { writeNote } from "../sessions/notes.ts";
import { follow } from "../store/port.ts";
import type { DefineCommand } from "./command.ts";
import { findSessionId } from "./find-session-id.ts";
import { userName, writtenLine } from "./note.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { openKeys } from "./watch/keys.ts";
import { createView } from "./watch/view.ts";

/** `clew watch`: follows sessions live, and writes notes to their agents. */
export const watch: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("watch [session]")
    .description("follow thoughts, branches and notes as they are written; c writes a note, q leaves");
  withSettings(command, ledgerSettings).action(async (id: string | undefined, flags: object) => {
    const store = await services.openLedger(services.config({ ...flags }));
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    // Nothing else keeps the process running without a terminal: the store's own timers do not.
    const alive = setInterval(() => {}, 60_000);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, leave);
    try {
      const only = id === undefined ? undefined : await findSessionId(store, id);
      const view = createView(store, terminal.out, only);
      const position = await store.position();
      await view.begin();
      using _keys = openKeys({
        input: process.stdin,
        output: process.stdout,
        leave,
        pause: view.pause,
        resume: view.resume,
        target: () => view.latest(),
        async write(sessionId, text) {
          const author = userName(terminal.env);
          terminal.out(`${writtenLine(await writeNote(store, sessionId, { text, author }))}\n`);
        },
        refused: (error) => terminal.err(`clew: ${error instanceof Error ? error.message : error}\n`),
      });
      if (process.stdin.isTTY === true) terminal.out("c: write a note, q: quit\n");
      for await (const changes of follow(store, position, leaving.signal))
        for (const change of changes) await view.show(change);
    } finally {
      clearInterval(alive);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, leave);
      await store.close();
    }
  });
};
