import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Failure } from "../ledger/index.ts";
import { getMentalModel } from "./catalogue.ts";
import { gatewayMentalModels, MentalModelsAnswer, mentalModels, OPERATIONS } from "./operations.ts";
import { Tag } from "./tags.ts";

const names = ({ models }: MentalModelsAnswer) => models?.map(({ name }) => name);
const DEBUGGING = ["rubber-duck", "ooda-loop", "five-whys"];

describe("operations", () => {
  test.each([
    ["get_model", { model: "rubber-duck" }],
    ["get", { name: "rubber-duck" }],
    ["GET", { model_name: "Rubber Duck" }],
    ["getModel", { modelName: "rubberDuck" }],
  ])("[V2] %s with %j returns the model", async (operation, args) => {
    const { steps: _, ...model } = (await getMentalModel("rubber-duck"))!;
    expect(await mentalModels(operation, args)).toEqual(model);
  });

  test.each([
    ["list_models", { tag: "debugging" }],
    ["list", { tags: ["debugging"] }],
    ["list", { tags: "Debugging" }],
    ["list", { filter: { tags: ["debugging"] } }],
    ["list-models", { filter: { tag: "debugging" } }],
  ])("[V2] %s with %j lists the models of the tag", async (operation, args) => {
    const answer = await mentalModels(operation, args);
    expect(names(answer)).toEqual(DEBUGGING);
    expect(Object.keys(answer)).toEqual(["models"]);
  });

  test.each([undefined, {}, null, { tag: null }, { filter: {} }, { tags: [] }])(
    "[V2] lists all models without a tag (%j)",
    async (args) => {
      expect(names(await mentalModels("list_models", args))).toHaveLength(15);
    },
  );

  test("[V2] several tags must all match; no match is a warning", async () => {
    expect(names(await mentalModels("list", { tags: ["decision-making", "estimation"] }))).toEqual([
      "decision-matrix",
    ]);
    expect(await mentalModels("list", { tags: ["debugging", "planning"] })).toEqual({
      models: [],
      warning: expect.stringContaining("one at a time"),
    });
  });

  test("[V2] an unknown tag returns an empty list and a warning with the known tags", async () => {
    const { models, warning } = await mentalModels("list_models", { tag: "root-cause" });
    expect(models).toEqual([]);
    expect(warning).toContain("'root-cause'");
    for (const tag of Tag.options) expect(warning).toContain(tag);
  });

  test("[V2] ignores unreadable arguments with a warning", async () => {
    const { models, warning } = await mentalModels("list_models", { tag: { is: "debugging" } });
    expect(models).toHaveLength(15);
    expect(warning).toContain("tags was ignored");
  });

  test("[V2] the tool describes tags; the gateway lists their names and returns steps", async () => {
    const { tags } = await mentalModels("list_tags", {});
    expect(tags).toEqual(Tag.options.map((name) => ({ name, description: expect.stringMatching(/\S/) })));
    expect(await gatewayMentalModels("list_tags", {})).toEqual({ tags: Tag.options });
    expect(await gatewayMentalModels("get", { name: "rubber-duck" })).toEqual(
      await getMentalModel("rubber-duck"),
    );
    expect(names(await gatewayMentalModels("list", { filter: { tags: ["debugging"] } }))).toEqual(DEBUGGING);
  });
});

describe("refusals", () => {
  test.each([
    ["six-whys", "five-whys"],
    ["premortem", "premortem-analysis"],
    ["OODA", "ooda-loop"],
    ["first principle thinking", "first-principles"],
    ["decision tree", "decision-matrix"],
    ["red team", "red-team-blue-team"],
  ])("[V2] the unknown model %j is refused with the closest name, %s", async (model, closest) => {
    const refused = mentalModels("get_model", { model });
    await expect(refused).rejects.toMatchObject({ code: "MODEL_NOT_FOUND", data: { model, closest } });
    await expect(refused).rejects.toThrow(/list_models/);
  });

  test.each([undefined, "", "remove", "__proto__"])(
    "[V2] the operation %j is refused with the known ones",
    async (operation) => {
      const refused = mentalModels(operation, {});
      await expect(refused).rejects.toMatchObject({ code: "INVALID_OPERATION" });
      for (const known of OPERATIONS) await expect(refused).rejects.toThrow(known);
    },
  );

  test.each([undefined, {}, { model: "  " }, { model: null }])(
    "[V2] get_model with %j says what is required",
    async (args) => {
      await expect(mentalModels("get_model", args)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    },
  );

  test("[V2] any input gives a valid answer or a short expected failure", async () => {
    const operation = fc.oneof(fc.constantFrom(...OPERATIONS, "get", "list"), fc.string());
    const args = fc.oneof(
      fc.jsonValue(),
      fc.record({ model: fc.jsonValue(), tags: fc.jsonValue(), filter: fc.jsonValue() }),
      fc.record({ name: fc.string({ minLength: 0, maxLength: 5000, unit: "binary" }) }),
    );
    await fc.assert(
      fc.asyncProperty(operation, args, async (asked, given) => {
        try {
          const answer = await mentalModels(asked, given);
          expect(MentalModelsAnswer.strict().parse(answer)).toEqual(answer);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.message.length).toBeLessThan(300);
        }
      }),
      { numRuns: 300 },
    );
  });
});
