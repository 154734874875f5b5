import { afterAll, beforeAll, describe } from "vitest";
import { describeBookkeeping } from "./bookkeeping.ts";
import { describeChains } from "./chains.ts";
import type { Door, OpenDoor } from "./door.ts";
import { describeGuide } from "./guide.ts";
import { describeHandles } from "./handles.ts";
import { describeProtocol } from "./protocol.ts";
import { describeRefusals } from "./refusals.ts";
import { describeResources } from "./resources.ts";
import { describeThink } from "./think.ts";
import { describeThoughtbox } from "./thoughtbox.ts";

/** What every door promises a client, whichever transport and era it speaks: the whole of a combination's test file. */
export function describeDoors(name: string, connect: OpenDoor): void {
  describe(name, () => {
    let door: Door;
    beforeAll(async () => {
      door = await connect();
    });
    afterAll(() => door?.[Symbol.asyncDispose]());

    const open = () => door;
    describeProtocol(open);
    describeThink(open);
    describeHandles(open);
    describeThoughtbox(open);
    describeChains(open);
    describeGuide(open);
    describeRefusals(open);
    describeBookkeeping(open);
    describeResources(open);
  });
}
