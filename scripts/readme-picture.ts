// Makes the README's picture: an agent on the left, the page on the right. Run `npm run build` first.
import { writeFileSync } from "node:fs";
import { SessionManager } from "../src/host/index.ts";
import { startModelServer } from "../src/testing/index.ts";
import { startServe } from "../test/support/serve.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { launchBrowser } from "../test/web/support.ts";
import { animatedPng, type Frame } from "./readme-picture/animated-png.ts";

const FILE = "docs/images/agent-and-page.png";
const MOST_BYTES = 600_000;
const [WIDTH, HEIGHT, LEFT] = [1100, 560, 400];

const TASK = "Which queue should our import jobs use?";
const STEPS = [
  { thought: "Goal: a queue for the import jobs. What decides is who is called at night." },
  {
    thought: "Redis is fast, but it is one more server to run.",
    branchFromThought: 1,
    branchId: "redis",
    marks: ["dead end: Redis because it is one more server to run"],
  },
  { thought: "A table commits a job together with its rows.", branchFromThought: 1, branchId: "table" },
  {
    thought: "4,000 jobs a second on one server: twice what we need.",
    branchId: "table",
    marks: ["decision: Use a table because one server is enough", "next: Measure it with 8 workers"],
  },
];

using home = temporaryFolder();
await using server = await startServe({ home: home.path });
const model = await startModelServer(({ body }) => {
  const steps = JSON.stringify(body.messages).split("tool_result").length - 1;
  const sessionId = /sessionId\W{1,8}([a-z0-9-]{8,})/.exec(JSON.stringify(body.messages))?.[1];
  const tool = String(body.tools?.find(({ name }) => /thoughtbox$/.test(String(name)))?.name);
  const step = STEPS[steps];
  if (!step) return "Use a table: one server is enough, and nothing new has to run.";
  const isLast = steps === STEPS.length - 1;
  return {
    thinking: "Write it down.",
    toolCalls: [
      {
        name: tool,
        input: {
          ...step,
          ...(sessionId !== undefined && { sessionId }),
          nextThoughtNeeded: !isLast,
          project: "warehouse",
          ...(steps === 0 && { sessionTitle: TASK }),
        },
      },
    ],
  };
});
const browser = await launchBrowser();
const manager = new SessionManager();
try {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  const page = await context.newPage();
  const right = await context.newPage();
  await right.setViewportSize({ width: WIDTH - LEFT, height: HEIGHT });
  const lines: string[] = [`> ${TASK}`];
  const frames: Frame[] = [];
  const take = async (ms: number) => {
    const shot = (await right.screenshot()).toString("base64");
    const text = lines
      .map((line) => line.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`))
      .join("\n\n");
    await page.setContent(`<body style="margin:0;display:flex;background:#1d1b19">
      <pre style="box-sizing:border-box;width:${LEFT}px;height:${HEIGHT}px;margin:0;padding:20px;color:#eae7e2;font:14px/1.45 monospace;white-space:pre-wrap">${text}</pre>
      <img style="width:${WIDTH - LEFT}px;height:${HEIGHT}px" src="data:image/png;base64,${shot}"></body>`);
    await page.locator("img").evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
    frames.push({ png: await page.screenshot(), ms });
  };
  await right.goto(server.address);
  await take(1_200);
  const { id } = await manager.initializeSession({
    type: "claude",
    api_key: "any",
    base_url: model.url,
    model: "claude-sonnet-5-5",
    servers: { clew: { url: server.url.href } },
  });
  let step = 0;
  for await (const chunk of manager.sendMessageStream(id, TASK)) {
    if (chunk.type === "tool_result") {
      lines.push(`● thoughtbox\n  ${STEPS[step]!.thought}`);
      step++;
      if (step === 1) await right.locator(".session").first().click();
      // Live thoughts wait below the reader's place; a reload shows them at once.
      else await right.reload();
      await right
        .getByText(new RegExp(`^${step} thoughts?`))
        .first()
        .waitFor();
      await right.locator(".brief-section").first().waitFor();
      await take(1_600);
    } else if (chunk.type === "done") {
      lines.push("Use a table: one server is enough, and nothing new has to run.");
      await take(4_000);
    }
  }
  const picture = animatedPng(frames);
  if (picture.length > MOST_BYTES)
    throw new Error(`The picture has ${picture.length} bytes, over ${MOST_BYTES}.`);
  writeFileSync(FILE, picture);
  console.log(`${FILE}: ${frames.length} frames, ${picture.length} bytes`);
} finally {
  await manager.close();
  await browser.close();
  await model.close();
}
