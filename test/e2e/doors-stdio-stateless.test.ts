import { describeDoors } from "./doors/describe-doors.ts";
import { openStdio } from "./doors/door.ts";

describeDoors("stdio, revision 2026-07-28", openStdio("2026-07-28"));
