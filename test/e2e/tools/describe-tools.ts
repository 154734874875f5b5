import { afterAll, beforeAll, describe } from "vitest";
import { describeBookkeeping } from "./bookkeeping.ts";
import { describeChains } from "./chains.ts";
import type { OpenClient, TestClient } from "./client.ts";
import { describeGuide } from "./guide.ts";
import { describeHandles } from "./handles.ts";
import { describeMarks } from "./marks.ts";
import { describeNotes } from "./notes.ts";
import { describeProtocol } from "./protocol.ts";
import { describeRefusals } from "./refusals.ts";
import { describeResources } from "./resources.ts";
import { describeThink } from "./think.ts";
import { describeThoughtbox } from "./thoughtbox.ts";

/** The behaviour that every client can rely on, for one transport and era: the whole test file of a combination. */
export function describeTools(name: string, connect: OpenClient): void {
  describe(name, () => {
    let testClient: TestClient;
    beforeAll(async () => {
      testClient = await connect();
    });
    afterAll(() => testClient?.[Symbol.asyncDispose]());

    const open = () => testClient;
    describeProtocol(open);
    describeThink(open);
    describeHandles(open);
    describeThoughtbox(open);
    describeChains(open);
    describeGuide(open);
    describeRefusals(open);
    describeBookkeeping(open);
    describeResources(open);
    describeMarks(open);
    describeNotes(open);
  });
}
