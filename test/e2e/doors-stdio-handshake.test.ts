import { describeDoors } from "./doors/describe-doors.ts";
import { openStdio } from "./doors/door.ts";

describeDoors("stdio, handshake era", openStdio("handshake"));
