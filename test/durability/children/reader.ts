/**
 * Runs the queries of reading commands on a ledger, then tries to write. Its only argument is the file; it prints a
 * `Reading`.
 */
import type { Failure } from "../../../src/ledger/index.ts";
import { openStore } from "../../../src/store/open.ts";
import { thoughtFor } from "../drafts.ts";
import type { Reading } from "../run-reader.ts";

const file: string = JSON.parse(process.argv[2]!);
console.log(JSON.stringify(await read()));

async function read(): Promise<Reading> {
  try {
    const store = await openStore({ file });
    const sessions = await store.sessions({});
    const thoughts = await Promise.all(sessions.map(({ id }) => store.thoughts(id, {})));
    const hits = await store.search({ text: "reasons" });
    const append = await store.append(thoughtFor("s", "one more")).then(() => "written", code);
    const opening = await store.openSession({ title: "t", mode: "chain" }).then(() => "written", code);
    await store.close();
    return { contents: thoughts.flat().map(({ content }) => content), hits: hits.length, append, opening };
  } catch (error) {
    return { refused: code(error as Failure) };
  }
}

function code(failure: Failure): string {
  return failure.code ?? String(failure);
}
