import { afterAll } from "vitest";
import { deploymentDatabase } from "./ledger-place.ts";

// The first hook is the last to run: nobody uses the database any more.
afterAll(async () => (await deploymentDatabase())?.stop());
