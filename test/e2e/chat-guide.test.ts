import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readChatFile } from "../../src/cli/chat/chat-file.ts";
import { chatScene } from "../support/chat-scene.ts";

const guide = readFileSync("docs/guide/chat.md", "utf8");
const blocks = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text: text!,
}));
const first = (language: string) => blocks.find((block) => block.language === language)?.text ?? "";
const transcript = first("");

/** Times, counts and ids differ in every run. */
const comparable = (text: string) => text.replace(/agent-\S+/g, "agent").replace(/\d[\d,.]*/g, "0");

test("[H5] the conversation in the guide runs as shown", async () => {
  const thought =
    "Water is faster on the outside of a bend: that bank wears away, and silt settles on the other. So it grows.";
  await using on = await chatScene([
    {
      thinking: "Something has to begin it, and something has to keep it going.",
      toolCalls: [{ name: "think", input: { thought } }],
    },
    "A bend feeds itself: the faster water outside wears that bank away, the slower inside drops its silt.",
  ]);
  await using terminal = on.talk(["--limit", "3"]);
  for (const [, typed = ""] of transcript.matchAll(/^> (.*)$/gm)) {
    await terminal.sees(/> $/);
    terminal.type(`${typed}\r`);
  }
  expect(await terminal.ended).toBe(0);
  expect(comparable(terminal.screen())).toBe(comparable(transcript));
});

test("[H5] the configuration file in the guide is valid", async () => {
  await using on = await chatScene([]);
  expect(Object.keys(readChatFile(on.servers(first("json"))).servers ?? {})).toEqual(["files", "search"]);
});

test("[H5] the commands for scripts in the guide are run", async () => {
  const lines = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"));
  const commands = lines.filter((line) => line.includes("--print"));
  expect(commands).toHaveLength(3);
  await using on = await chatScene(commands.map(() => "Ebro, Douro, Tagus."));
  for (const command of commands) {
    const words = [...command.replace(/^.*clew chat /, "").matchAll(/"([^"]*)"|(\S+)/g)];
    const ran = await on.run(
      words.map(([, quoted, plain]) => quoted ?? plain!),
      "+ a line",
    );
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("Ebro, Douro, Tagus.");
  }
});
