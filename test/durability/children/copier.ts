// Copies a ledger, reports each step, and kills itself after a number of them.
import { copyStore } from "../../../src/store/copy/copy-store.ts";
import { type CopyLocation, openCopySource, openCopyTarget } from "../../../src/store/open.ts";

/** The child's argument. */
export interface CopierOrder {
  readonly from: CopyLocation;
  readonly to: CopyLocation;
  /** How many batches it may write; it is killed a moment later. */
  readonly batches: number;
  readonly laterMs: number;
}

const order = JSON.parse(process.argv[2]!) as CopierOrder;
const [source, target] = [await openCopySource(order.from), await openCopyTarget(order.to)];
const die = () => process.kill(process.pid, "SIGKILL");
let batches = 0;
const { written, resumed, different } = await copyStore(source, target, ({ step }) => {
  if (step !== "copy" || ++batches !== order.batches) return;
  if (order.laterMs === 0) die();
  else setTimeout(die, order.laterMs);
});
await Promise.all([source.close(), target.close()]);
process.stdout.write(`${JSON.stringify({ written, resumed, different })}\n`);
