import { openStdio } from "./tools/client.ts";
import { describeTools } from "./tools/describe-tools.ts";

describeTools("stdio, revision 2026-07-28", openStdio("2026-07-28"));
