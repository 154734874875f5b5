// usage: node stdio.js [database file]
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { floorFactory } from "./server.js";

serveStdio(floorFactory(process.argv[2]));
