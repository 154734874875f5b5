import { expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { mentalModelNames } from "../../models/catalogue.ts";
import type { Health, MetricsSnapshot, ModelDetail, ModelList } from "./server-schemas.ts";

test("[AP11] lists models with their tags, and reads them one by one", async () => {
  const { get, refused } = await openApi();
  const { models, tags } = await get<ModelList>("/models");
  expect(models.map(({ name }) => name)).toEqual(mentalModelNames);
  expect(tags.map(({ name }) => name)).toContain("debugging");
  const one = await get<ModelDetail>("/models/five-whys");
  expect(one).toMatchObject({ name: "five-whys", content: expect.stringContaining("## Steps") });
  expect(one.steps.length).toBeGreaterThan(2);
  expect(await refused("GET", "/models/five-wise")).toMatchObject({
    status: 404,
    error: { code: "MODEL_NOT_FOUND", message: expect.stringContaining("five-whys") },
  });
});

test("[AP11] returns health and metrics of the process", async () => {
  const sample = { name: "thoughtbox_thoughts_total", labels: { source: "think" }, value: 3 };
  const { get } = await openApi({
    samples: async () => [sample],
    health: async () => ({
      status: "degraded",
      services: { grafana: { status: "down", reason: "no answer" } },
      timestamp: "2026-11-15T10:00:00.000Z",
    }),
  });
  expect(await get<Health>("/health")).toMatchObject({ status: "degraded" });
  const { samples, at } = await get<MetricsSnapshot>("/metrics");
  expect(samples).toEqual([sample]);
  expect(Date.parse(at)).not.toBeNaN();
});
