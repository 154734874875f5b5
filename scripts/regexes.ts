// Proves that every regular expression of the source takes time linear in its text: `npm run regexes`.
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { EXCEPTIONS, type Exception } from "./regexes/exceptions.ts";
import { type Found, findRegexes } from "./regexes/find.ts";
import type { Verdict } from "./regexes/prove.ts";

/** What was proved before, so that a second check takes a second; removed with `node_modules`. */
const PROVED = "node_modules/.cache/clew/linear-regexes.json";

/** Runs in a notebook's own process, on the cell's own code, which can use up its time anyway. */
const SANDBOXED = "src/notebook/kernel/boot/";

const { found, dynamic } = await findRegexes(["src/**/*.ts", "web/src/**/*.{ts,tsx}"], SANDBOXED);
const verdicts = await proveAll(found);
const used = new Set<Exception>();
const faults = found.flatMap((regex) => {
  const verdict = verdicts.get(keyOf(regex))!;
  if (verdict === "") return [];
  const exception = EXCEPTIONS.find(
    ({ file, begins }) => file === regex.file && regex.pattern.startsWith(begins),
  );
  if (exception) used.add(exception);
  return exception ? [] : [`${regex.file}:${regex.line} /${regex.pattern}/${regex.flags}: ${verdict}`];
});
for (const { file, line } of dynamic)
  faults.push(
    `${file}:${line} builds a RegExp while it runs: build it when its module loads, or search without one.`,
  );
for (const exception of EXCEPTIONS)
  if (!used.has(exception)) faults.push(`${exception.file}: its exception is not needed. Remove it.`);

for (const fault of faults) console.error(fault);
console.log(
  `${verdicts.size} regular expressions, ${faults.length} not proved linear, ${used.size} excepted.`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function keyOf({ pattern, flags }: Found): string {
  return `/${pattern}/${flags}`;
}

/** The verdict on each pattern, with as many workers as there are processors. */
async function proveAll(regexes: readonly Found[]): Promise<ReadonlyMap<string, Verdict>> {
  const proved = new Set<string>(existsSync(PROVED) ? JSON.parse(readFileSync(PROVED, "utf8")) : []);
  const verdicts = new Map<string, Verdict>();
  const left = [...new Map(regexes.map((regex) => [keyOf(regex), regex])).values()].filter((regex) => {
    if (proved.has(keyOf(regex))) verdicts.set(keyOf(regex), "");
    return !proved.has(keyOf(regex));
  });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  mkdirSync(dirname(PROVED), { recursive: true });
  writeFileSync(PROVED, JSON.stringify([...verdicts.keys()].filter((key) => verdicts.get(key) === "")));
  return verdicts;

  async function work(): Promise<void> {
    const worker = new Worker(new URL("./regexes/prove.ts", import.meta.url));
    for (let next = left.pop(); next; next = left.pop()) {
      const { pattern, flags } = next;
      worker.postMessage({ pattern, flags });
      verdicts.set(keyOf(next), (await once(worker, "message"))[0]);
    }
    await worker.terminate();
  }
}
