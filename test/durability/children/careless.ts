/** Listens to a ledger with a function that throws, and appends. Its only argument is the file. */
import { openStore } from "../../../src/store/open.ts";
import { thoughtFor } from "../drafts.ts";

process.on("uncaughtException", (error) => console.log(`uncaught: ${error.message}`));
const store = await openStore({ file: JSON.parse(process.argv[2]!) });
store.onWrite(() => {
  throw new Error("careless");
});
for (const content of ["one", "two", "three"]) {
  await store.append(thoughtFor("s", content));
  console.log("acknowledged");
}
await store.close();
