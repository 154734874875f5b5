import type { Connection } from "../client.ts";
import { pause } from "../pace.ts";
import type { HostileSetup } from "./hostile-calls.ts";

/** A cell answers by its deadline; this much more is for starting a process on a busy machine. */
const SLACK_MS = 15_000;
const DEADLINE_MS = 2_000;

const CELLS: readonly string[] = [
  "const all = []; for (;;) all.push(new Uint8Array(50_000_000).fill(1));",
  "let text = 'x'; for (;;) text += text;",
  "for (;;);",
  "await new Promise(() => {}); ",
  "const f = () => Promise.resolve().then(f); await f();",
  "for (;;) console.log('x'.repeat(100_000));",
  "for (let i = 0; i < 3_000_000; i++) console.log('');",
  "for (let i = 0; i < 100; i++) new Deno.Command('sleep', { args: ['60'] }).spawn();",
  "const { spawn } = await import('node:child_process'); for (let i = 0; i < 500; i++) spawn('sleep', ['60']);",
  "for (let i = 0; i < 200; i++) new Worker('data:text/javascript,for(;;);', { type: 'module' });",
  "Deno.symlinkSync('/etc/passwd', 'link'); Deno.readTextFileSync('link');",
  "Deno.readTextFileSync('/etc/passwd');",
  "Deno.linkSync('/etc/passwd', 'hard');",
  "const fs = await import('node:fs'); fs.symlinkSync('..', 'up'); fs.readdirSync('up/..');",
  "const { WASI } = await import('node:wasi'); new WASI({ version: 'preview1', preopens: { '/': '/' } });",
  "const { DatabaseSync } = await import('node:sqlite'); new DatabaseSync('../../clew.db').exec('DELETE FROM thought');",
  "const { DatabaseSync } = process.getBuiltinModule('node:sqlite'); new DatabaseSync('/tmp/x.db');",
  'Deno.stdout.writeSync(new TextEncoder().encode(\'{"type":"result"}\\n\'.repeat(200_000)));',
  "const out = new TextEncoder().encode('\\u0000\\u0001frame'.repeat(500_000)); Deno.stdout.writeSync(out); Deno.stderr.writeSync(out);",
  "JSON.stringify = () => { throw 1 }; Promise = null; globalThis.TextEncoder = null; 1",
  "Object.prototype.then = () => {}; 1",
  "Deno.exit(0);",
  "process.kill(process.ppid, 'SIGKILL');",
  "await fetch('http://127.0.0.1:1/');",
  "for (let i = 0; ; i++) Deno.openSync('f' + i, { create: true, write: true });",
  "Deno.writeFileSync('big', new Uint8Array(400_000_000)); Deno.writeFileSync('big2', new Uint8Array(400_000_000));",
  "throw { get message() { for (;;); } };",
  "(function deep() { deep(); })();",
  "structuredClone(new ArrayBuffer(2 ** 31));",
];

/** Runs hostile cells in notebooks: each must be answered by its deadline, and the server must live on. */
export async function runHostileCells(setup: HostileSetup): Promise<void> {
  const { connection, journal, random, tally, stop } = setup;
  let notebookId: string | undefined;
  while (!stop.aborted) {
    tally.attacks += 1;
    const content = random.pick(CELLS);
    try {
      notebookId ??= await create(connection);
      if (notebookId !== undefined) {
        const added = await notebook(connection, "add_cell", { notebookId, cellType: "code", content });
        if (!added.isError) {
          const cellId = String(added.structured.cellId);
          journal.addCell({ notebookId, cellId, content });
          const from = performance.now();
          const answer = await notebook(connection, "run_cell", {
            notebookId,
            cellId,
            timeoutMs: DEADLINE_MS,
          });
          const seconds = (performance.now() - from) / 1_000;
          if (seconds * 1_000 > DEADLINE_MS + SLACK_MS)
            tally.noteError(`a cell was answered late: ${content}`);
          if (answer.code === "INTERNAL")
            tally.noteError(`a cell was answered with ${answer.text.slice(0, 200)}`);
        }
      }
    } catch {
      // The server was killed meanwhile.
      notebookId = random.chance(0.5) ? undefined : notebookId;
    }
    await pause(random.between(100, 800), stop);
  }
}

const notebook = (connection: Connection, operation: string, args: object) =>
  connection.call("notebook", { operation, args });

async function create(connection: Connection): Promise<string | undefined> {
  const { isError, structured } = await notebook(connection, "create", { title: "hostile" });
  return isError ? undefined : String(structured.notebookId);
}
