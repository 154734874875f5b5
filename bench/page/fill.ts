import { openLedger } from "../ledger.ts";
import { pipeline } from "../pipeline.ts";
import { thoughtText } from "../thoughts.ts";

const inFlight = 256;
/** Thoughts per block: some on main, then two branches that fork from its end. */
const block = 40;
const onMain = 26;
const firstBranch = 8;
const revisionEvery = 19;

/** Writes an unfinished session with `count` thoughts. */
export async function fillSession(home: string, id: string, count: number): Promise<void> {
  const store = await openLedger(home);
  await store.openSession({ id, title: `A session of ${count.toLocaleString("en-US")}`, mode: "chain" });
  await pipeline(1, count, inFlight, (number) =>
    store.append({
      target: { sessionId: id },
      number,
      content: contentOf(number),
      nextThoughtNeeded: true,
      mode: "chain",
      source: "thoughtbox",
      ...branchOf(number),
    }),
  );
  await store.close();
}

/** A third of the thoughts are on branches, two per fork; some revise earlier ones. */
function branchOf(number: number) {
  const [index, offset] = [Math.floor((number - 1) / block), (number - 1) % block];
  if (offset < onMain) return offset % revisionEvery === revisionEvery - 1 ? { revises: number - 1 } : {};
  const branchId = `${offset < onMain + firstBranch ? "idea" : "doubt"}-${index}`;
  return { branchId, branchFrom: index * block + onMain };
}

/** Up to 500 characters, some of them as lists. */
function contentOf(number: number): string {
  const text = thoughtText(number).slice(0, 90 + ((number * 131) % 410));
  if (number % 6 !== 0) return text;
  const half = text.indexOf(" ", text.length / 2);
  return `${text.slice(0, half)}\n\n- ${text.slice(half + 1)}\n- and \`step ${number}\` after it`;
}
