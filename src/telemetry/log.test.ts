import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog, type LogSettings } from "./log.ts";
import { currentRequest, inRequest, requestIdFrom } from "./request-scope.ts";

const now = () => new Date("2026-11-15T10:00:00Z");

/** A log and the lines it has written. */
function openLog(settings: Partial<LogSettings> = {}) {
  const lines: string[] = [];
  const log = createLog({
    level: "info",
    format: "json",
    write: (line) => lines.push(line),
    now,
    ...settings,
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) };
}

describe("lines", () => {
  test("[O1] a line is one JSON object with time, level, event and fields", () => {
    const { log, lines } = openLog();
    log.warn("feed", { sessionId: "a\nb", tries: 2, at: now(), big: 12n });
    expect(lines).toEqual([
      '{"time":"2026-11-15T10:00:00.000Z","level":"warn","event":"feed","sessionId":"a\\nb","tries":2,"at":"2026-11-15T10:00:00.000Z","big":"12"}\n',
    ]);
  });

  test("[O1] lines below the level are not written", () => {
    const { log, lines } = openLog({ level: "warn" });
    for (const level of ["trace", "debug", "info", "warn", "error"] as const) log[level](level);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["warn", "error"]);
  });

  test("[O1] a pretty line is one line without terminal control characters", () => {
    const { log, lines } = openLog({ format: "pretty" });
    log.info("call", { tool: "think", text: "two words", client: "\x1b[2J\x9b2J\u202e", ok: true });
    expect(lines).toEqual([
      '2026-11-15T10:00:00.000Z info  call tool=think text="two words" client="\\u001b[2J\\u009b2J\\u202e" ok=true\n',
    ]);
  });
});

describe("fields", () => {
  test("[O2] secrets are redacted by key, in any spelling", () => {
    const { log, last } = openLog();
    const secret = "s3cret";
    log.info("start", {
      config: { anthropicApiKey: secret, password: secret, port: 1 },
      headers: [{ Authorization: `Bearer ${secret}`, "set-cookie": secret, "X-API-Key": secret }],
      accessToken: { value: secret },
      kept: "text",
    });
    expect(JSON.stringify(last())).not.toContain(secret);
    expect(last()).toMatchObject({
      config: { anthropicApiKey: "[redacted]", port: 1 },
      accessToken: "[redacted]",
      kept: "text",
    });
  });

  test("[O2] secrets are redacted by pattern, in texts and in errors", () => {
    const { log, last } = openLog();
    const secret = `sk-${"a1".repeat(12)}`;
    log.error("fault", { error: new Error(`refused ${secret}`), said: [`Bearer ${"b2".repeat(12)}`] });
    expect(JSON.stringify(last())).not.toMatch(/a1a1|b2b2/);
    expect(last()).toMatchObject({ error: { message: "refused [redacted]" }, said: ["Bearer [redacted]"] });
  });

  test("[O2] a secret is not shown at any depth, and nothing in the fields stops the log", () => {
    const { log, lines } = openLog();
    fc.assert(
      fc.property(fc.array(fc.constantFrom("list", "object", "error"), { maxLength: 30 }), (path) => {
        const wrap = { list: (x: unknown) => [x], object: (x: unknown) => ({ x }), error: thrown };
        const field = path.reduce<unknown>((inner, kind) => wrap[kind](inner), { token: "s3cret" });
        log.info("deep", { field });
        expect(lines.at(-1)).not.toContain("s3cret");
      }),
    );
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    log.info("circle", { circle });
    expect(lines.at(-1)).toContain('"event":"circle"');
  });

  test("[O2] an error carries its message, its stack and its causes", () => {
    const { log, last } = openLog();
    log.error("fault", { error: new Error("outer", { cause: new Error("inner", { cause: { code: 5 } }) }) });
    expect(last().error).toMatchObject({
      message: "outer",
      stack: expect.stringContaining("log.test.ts"),
      cause: { message: "inner", cause: { code: 5 } },
    });
  });
});

describe("requests", () => {
  test("[MX7] lines of a request carry its id, and others have none", async () => {
    const { log, lines, last } = openLog();
    const work = async (requestId: string) =>
      inRequest({ requestId }, async () => {
        await Promise.resolve();
        log.info("inside", { now: currentRequest()?.requestId });
      });
    await Promise.all([work("one"), work("two")]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: "inside", requestId: "one", now: "one" },
      { event: "inside", requestId: "two", now: "two" },
    ]);
    log.info("outside");
    expect(last()).not.toHaveProperty("requestId");
  });

  test("[MX7] a caller's request id is used if it is safe", () => {
    for (const safe of ["a", "req-1.2:3", "0af7651916cd43dd/8448", "x".repeat(128)])
      expect(requestIdFrom(safe)).toBe(safe);
    for (const unsafe of [undefined, null, "", "two words", "line\nbreak", "\u202e", "x".repeat(129), "<b>"])
      expect(requestIdFrom(unsafe)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

function thrown(cause: unknown): Error {
  return new Error("failed", { cause });
}
