/** How the reports begin that Deno and V8 print when they fail: command lines, paths and addresses of this machine. */
const BEGINNINGS = ["<--- Last few GCs --->", "#\n# Fatal ", `${"=".repeat(60)}\nDeno has panicked.`].map(
  (text) => Buffer.from(text),
);

/** No report is as long: what is longer a cell has printed. */
const LONGEST = 64 * 1024;

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/out of memory/i, "it ran out of memory"],
  // V8 tells its inspector while it collects garbage, where nothing may be told, and Deno ends.
  [/DisallowJavascriptExecutionScope/, "it awaited a promise that nothing could settle any more"],
];

const LEFT_OUT = "Deno failed here; its report about itself is left out.\n";

/** Lets output through, but holds a report of Deno's own failure back until it is known whether it is one. */
export function createLastWords(write: (bytes: Buffer) => void) {
  let held: Buffer = Buffer.alloc(0);
  const release = (end = held.length) => {
    if (end > 0) write(held.subarray(0, end));
    held = held.subarray(end);
  };
  return {
    push(bytes: Buffer): void {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      release(reportIn(held));
      if (held.length > LONGEST) release();
    },
    /** What the report says is to blame. */
    get cause(): string | undefined {
      const text = held.toString("latin1");
      return CAUSES.find(([pattern]) => pattern.test(text))?.[1];
    },
    /** A process that lives on has printed no report, whatever it looks like. */
    end(lives: boolean): void {
      const isReport = !lives && BEGINNINGS.some((beginning) => held.indexOf(beginning) === 0);
      if (isReport) write(Buffer.from(LEFT_OUT));
      else release();
    },
  };
}

/** Where a report begins, or may begin when more comes; the length of the bytes when it does not. */
function reportIn(bytes: Buffer): number {
  const places = BEGINNINGS.map((beginning) => {
    const whole = bytes.indexOf(beginning);
    if (whole >= 0) return whole;
    let at = Math.max(0, bytes.length - beginning.length + 1);
    while (!beginning.subarray(0, bytes.length - at).equals(bytes.subarray(at))) at += 1;
    return at;
  });
  return Math.min(...places);
}
