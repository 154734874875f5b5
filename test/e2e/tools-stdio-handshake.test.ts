import { openStdio } from "./tools/client.ts";
import { describeTools } from "./tools/describe-tools.ts";

describeTools("stdio, handshake era", openStdio("handshake"));
