/**
 * The beginnings of the reports that Deno and V8 print when they fail: command lines, paths and addresses of this
 * machine.
 */
const BEGINNINGS = ["<--- Last few GCs --->", "#\n# Fatal ", `${"=".repeat(60)}\nDeno has panicked.`].map(
  (text) => Buffer.from(text),
);

/** No report is longer than this; longer output comes from a cell. */
const LONGEST = 64 * 1024;

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/out of memory/i, "it ran out of memory"],
  // V8 notifies its inspector during garbage collection, where no JavaScript may run, and Deno aborts.
  [/DisallowJavascriptExecutionScope/, "it awaited a promise that nothing could settle any more"],
];

const LEFT_OUT = "Deno failed here; its report about itself is left out.\n";

/** Passes output on, but holds back a possible report of Deno's own failure until it is known whether it is one. */
export function hideCrashReport(write: (bytes: Buffer) => void) {
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** The held text begins with a report, so more of it need not be searched again. */
  let isReport = false;
  const release = () => {
    for (const bytes of held) write(bytes);
    held = [];
    heldBytes = 0;
    isReport = false;
  };
  const hold = (bytes: Buffer) => {
    if (bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes > LONGEST) release();
  };
  return {
    push(bytes: Buffer): void {
      if (isReport) {
        hold(bytes);
        return;
      }
      // Holds at most the beginning of a possible match here.
      const all = heldBytes === 0 ? bytes : Buffer.concat([...held, bytes]);
      held = [];
      heldBytes = 0;
      const { at, whole } = reportIn(all);
      if (at > 0) write(all.subarray(0, at));
      isReport = whole;
      hold(all.subarray(at));
    },
    /** The cause that the report names. */
    get cause(): string | undefined {
      const text = Buffer.concat(held).toString("latin1");
      return CAUSES.find(([pattern]) => pattern.test(text))?.[1];
    },
    /** A live process has printed no report, whatever its output looks like. */
    end(lives: boolean): void {
      if (!lives && isReport) write(Buffer.from(LEFT_OUT));
      else release();
    },
  };
}

/** Where a report begins, or may begin once more arrives; otherwise the length of the bytes. */
function reportIn(bytes: Buffer): { readonly at: number; readonly whole: boolean } {
  const wholes = BEGINNINGS.map((beginning) => bytes.indexOf(beginning)).filter((at) => at >= 0);
  const whole = wholes.length > 0 ? Math.min(...wholes) : bytes.length;
  const partly = BEGINNINGS.map((beginning) => {
    let at = Math.max(0, bytes.length - beginning.length + 1);
    while (!beginning.subarray(0, bytes.length - at).equals(bytes.subarray(at))) at += 1;
    return at;
  });
  const at = Math.min(whole, ...partly);
  return { at, whole: at === whole && wholes.length > 0 };
}
