// usage: node scripted-model.ts; prints its address first
import { setTimeout as pause } from "node:timers/promises";
import { startModelServer } from "../src/testing/index.ts";
import { thoughtText } from "./thoughts.ts";

const text = JSON.stringify({ thought: thoughtText(1), confidence: 0.85 });

/** Answers at once, unless the last message asks for a delay: `hold 200 ms`. */
const { url } = await startModelServer(({ body }) => {
  const asked = String(body.messages?.at(-1)?.content ?? "");
  const ms = Number(/hold (\d+) ms/.exec(asked)?.[1] ?? 0);
  return ms === 0 ? text : { text, hold: pause(ms) };
});
console.log(url);
