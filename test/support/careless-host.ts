import { connect, odd, say } from "./server-sets.ts";

/** A host that exits without closing its servers; it prints the id of a child that would keep running. */
const set = await connect({ odd: odd("--stays") });
process.stdout.write(await say(set, "pid"), () => process.exit(0));
