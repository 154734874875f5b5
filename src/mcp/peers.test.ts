import { sharedMemoryPeers } from "../../test/support/shared-memory-peers.ts";
import { describePeers } from "../store/contract/describe-peers.ts";

describePeers("shared memory", async (servers) => {
  const hub = sharedMemoryPeers();
  return Array.from({ length: servers }, () => hub.join());
});
