import { openHttp } from "./tools/client.ts";
import { describeTools } from "./tools/describe-tools.ts";

describeTools("http, revision 2026-07-28", openHttp("2026-07-28"));
