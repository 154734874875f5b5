import { openHttp } from "./tools/client.ts";
import { describeTools } from "./tools/describe-tools.ts";

describeTools("http, handshake era", openHttp("handshake"));
