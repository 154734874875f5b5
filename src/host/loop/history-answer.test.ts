import { expect, test } from "vitest";
import type { AssistantMessage } from "../../llm/index.ts";
import { acceptableAnswer, partialAnswer } from "./history.ts";

type Part = AssistantMessage["content"][number];

const message = (...content: readonly Part[]): AssistantMessage => ({ role: "assistant", content });
const thinking = (signature?: string): Part => ({
  type: "thinking",
  text: "Hm.",
  ...(signature !== undefined && { signature }),
});
const text: Part = { type: "text", text: "Yes." };
const call: Part = { type: "tool_call", id: "a", name: "look", input: {} };
const redacted: Part = { type: "redacted", data: "x" };

test("[HT5] keeps an answer unchanged", () => {
  for (const content of [
    [text],
    [thinking("s"), redacted, text],
    [thinking("s"), call, thinking("t")],
    // Of a service that signs nothing.
    [thinking(), text, call],
  ])
    expect(acceptableAnswer(message(...content), "end")).toEqual(message(...content));
});

test("[HS3] drops thinking without a signature or without content after it", () => {
  expect(acceptableAnswer(message(thinking(""), text), "length")).toEqual(message(text));
  expect(acceptableAnswer(message(thinking("s"), text, thinking("t"), redacted), "end")).toEqual(
    message(thinking("s"), text),
  );
  expect(acceptableAnswer(message(thinking("s")), "length")).toBeUndefined();
  expect(acceptableAnswer(message(), "end")).toBeUndefined();
});

test("[HS3] drops the calls of a refused answer, because they are not run", () => {
  expect(acceptableAnswer(message(thinking("s"), text, call), "refusal")).toEqual(
    message(thinking("s"), text),
  );
  expect(acceptableAnswer(message(thinking("s"), call), "refusal")).toBeUndefined();
});

test("[HS3] keeps the non-empty texts of a partial answer", () => {
  const said = new Map([
    [1, "It is"],
    [2, " \n"],
    [4, "so"],
  ]);
  expect(partialAnswer(said)?.content.map((part) => "text" in part && part.text)).toEqual(["It is", "so"]);
  expect(partialAnswer(new Map([[0, " "]]))).toBeUndefined();
});
