// Proves that every regular expression of the source takes time linear in its text: `npm run regexes`. A proof takes up to
// seconds, so proved expressions are listed in a committed file: `npm run regexes -- --update` writes it,
// `npm run regexes -- --all` ignores it and tries the exceptions too, which takes minutes.
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { EXCEPTIONS, type Exception } from "./regexes/exceptions.ts";
import { type Found, findRegexes } from "./regexes/find.ts";
import type { Verdict } from "./regexes/prove.ts";

/** Expressions proved earlier with this version of recheck, one per line. */
const PROVED = "scripts/regexes/proved.txt";
/** Expressions proved since then on this machine. */
const CACHE = "node_modules/.cache/clew/linear-regexes.txt";

/** The version that proves, as installed. */
const RECHECK = `recheck ${createRequire(import.meta.url)("recheck/package.json").version}`;

/** Runs in a notebook's own process, on the cell's own code, which can use up its time anyway. */
const SANDBOXED = "src/notebook/kernel/boot/";

const isComplete = process.argv.includes("--all");
const { found, dynamic } = await findRegexes(["src/**/*.ts", "web/src/**/*.{ts,tsx}"], SANDBOXED);
const verdicts = await proveAll(found);
const used = new Set<Exception>();
const faults = found.flatMap((regex) => {
  const verdict = verdicts.get(keyOf(regex));
  if (verdict === "") return [];
  const exception = exceptionOf(regex);
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
  `${verdicts.size + (isComplete ? 0 : used.size)} regular expressions, ${faults.length} not proved linear, ${used.size} excepted.`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function keyOf({ pattern, flags }: Found): string {
  return `/${pattern}/${flags}`;
}

function exceptionOf({ file, pattern }: Found): Exception | undefined {
  return EXCEPTIONS.find((exception) => exception.file === file && pattern.startsWith(exception.begins));
}

/** The expressions in a file of proofs; none if it was made with another version of recheck. */
function readLines(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const [version, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  return version === RECHECK ? lines.map((line) => JSON.parse(line)) : [];
}

/** The verdict on each pattern, with as many workers as there are processors. */
async function proveAll(regexes: readonly Found[]): Promise<ReadonlyMap<string, Verdict>> {
  const proved = new Set(isComplete ? [] : [...readLines(PROVED), ...readLines(CACHE)]);
  const verdicts = new Map<string, Verdict>();
  const left = [...new Map(regexes.map((regex) => [keyOf(regex), regex])).values()].filter((regex) => {
    if (proved.has(keyOf(regex))) verdicts.set(keyOf(regex), "");
    return !proved.has(keyOf(regex)) && (isComplete || !exceptionOf(regex));
  });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const file = process.argv.includes("--update") ? PROVED : CACHE;
  mkdirSync(dirname(file), { recursive: true });
  const linear = [...verdicts.keys()].filter((key) => verdicts.get(key) === "");
  writeFileSync(file, `${[RECHECK, ...linear.map((key) => JSON.stringify(key)).sort()].join("\n")}\n`);
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
