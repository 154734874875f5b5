/** Changes a cell repeatedly on command, while others do, too. Its only argument is an `EditorOrder`. */
import { type Failure, timeOrderedId } from "../../../src/ledger/index.ts";
import { openStore } from "../../../src/store/open.ts";
import type { EditorOrder } from "../start-editor.ts";

const { file, notebookId, cellId, word, count }: EditorOrder = JSON.parse(process.argv[2]!);
const store = await openStore({ file });
console.log("ready");
process.stdin.once("data", () => void edit());

async function edit(): Promise<void> {
  for (let made = 0; made < count; ) made += await change();
  await store.close();
  process.exit();
}

async function change(): Promise<number> {
  const { cells } = (await store.notebook(notebookId))!;
  const { version } = cells.find(({ id }) => id === cellId)!;
  const idempotency = { scope: "editor", key: timeOrderedId(Date.now()) };
  const content = `${word} ${version + 1}`;
  try {
    await store.updateCell(notebookId, cellId, { content }, { expectedVersion: version, idempotency });
    console.log(content);
    return 1;
  } catch (error) {
    if ((error as Failure).code !== "VERSION_CONFLICT") throw error;
    return 0;
  }
}
