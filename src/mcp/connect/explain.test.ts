import { SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { explain, isLost, oneLine } from "./explain.ts";

test("[HC2] explains an error in one line, with its cause and without secrets", () => {
  const refused = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  expect(explain(new TypeError("fetch failed", { cause: refused }))).toBe("fetch failed (ECONNREFUSED)");
  expect(explain(new Error("bad\n  key: API_KEY=abcdef123456 \u001b[0m"))).toBe(
    "bad key: API_KEY=[redacted] [0m",
  );
  expect(explain("just a text")).toBe("just a text");
});

test("[HC2] keeps the end of a long text", () => {
  const line = oneLine(`${"a ".repeat(1000)}the end`);
  expect(line).toHaveLength(500);
  expect(line).toMatch(/^….*the end$/);
});

test("[HC2] replaces a connection only for errors that a new one may fix", () => {
  const http = (status: number) =>
    new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, "x", { status, statusText: "x" });
  expect([404, 502, 503].map((status) => isLost(http(status)))).toEqual([true, true, true]);
  expect([400, 401, 500].map((status) => isLost(http(status)))).toEqual([false, false, false]);
  expect(isLost(new TypeError("fetch failed"))).toBe(true);
  expect(isLost(new Error("the tool failed"))).toBe(false);
});
