import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("[MX8] tracing code is loaded in one place, and only if a collector is configured", () => {
  const outside = globSync("src/**/*.ts").filter(
    (file) => !file.startsWith("src/telemetry/tracing/") && !file.endsWith(".test.ts"),
  );
  const loading = outside.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.includes("telemetry/tracing/") && !line.startsWith("import type "))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(loading).toEqual([
    'src/runtime/telemetry.ts: const { openTracing } = await import("../telemetry/tracing/open-tracing.ts");',
  ]);
});
