import { describeDoors } from "./doors/describe-doors.ts";
import { openHttp } from "./doors/door.ts";

describeDoors("http, revision 2026-07-28", openHttp("2026-07-28"));
