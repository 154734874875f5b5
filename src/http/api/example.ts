import * as z from "zod";
import { loadExample } from "../../example/load-example.ts";
import { jsonRoute } from "./route.ts";

/** Loads the example session. */
export const example = jsonRoute({
  method: "POST",
  path: "/example",
  summary:
    "Begins the bundled example session, whose thoughts follow in a few seconds; a repeat answers the same",
  scopes: ["write"],
  answer: z.object({ sessionId: z.string() }),
  async run(_, { store, parts: { examplePaceMs }, signal, report }) {
    const pace = examplePaceMs === undefined ? {} : { paceMs: examplePaceMs };
    const { sessionId, written } = await loadExample(store, { ...pace, signal });
    written.catch(report);
    return { sessionId };
  },
});
