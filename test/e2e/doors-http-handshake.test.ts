import { describeDoors } from "./doors/describe-doors.ts";
import { openHttp } from "./doors/door.ts";

describeDoors("http, handshake era", openHttp("handshake"));
