import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineOperation } from "./operation.ts";

/** Notebooks are not served yet, and say so. */
export const notebook = defineOperation({
  name: "notebook",
  summary: "not served yet",
  stage: 2,
  input: z.object({ action: z.string().optional() }),
  aliases: { action: ["operation"] },
  example: {},
  async run() {
    throw new Failure("NOT_SERVED", { what: "Notebooks" });
  },
});
