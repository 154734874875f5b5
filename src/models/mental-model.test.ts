import { describe, expect, test } from "vitest";
import { parseMentalModel, sectionsOf } from "./mental-model.ts";

const front = "---\nname: try-it\ntitle: Try it\ntags: [debugging, planning]\ndescription: Tries.\n---\n";
const steps = "1. **Look.** See what is there.\n   And there?\n2. **Touch.** Is it warm?\n";
const body = (text = steps) =>
  `\n## When to use it\n\nAlways.\n\n## Steps\n\n${text}\n## Worked example\n\n\`\`\`sh\n## no heading\n\`\`\`\n\n## Pitfalls\n\n- One.\n\n## In the ledger\n\nRecord it.\n`;

describe("a model's file", () => {
  test("[V1] front matter, sections and steps are read", () => {
    expect(parseMentalModel(front + body())).toEqual({
      name: "try-it",
      title: "Try it",
      tags: ["debugging", "planning"],
      description: "Tries.",
      content: body().trim(),
      steps: [
        { title: "Look", text: "See what is there. And there?" },
        { title: "Touch", text: "Is it warm?" },
      ],
    });
  });

  test("[V1] accepts CRLF line endings", () => {
    expect(parseMentalModel((front + body()).replaceAll("\n", "\r\n"))).toEqual(
      parseMentalModel(front + body()),
    );
  });

  test("[V1] ignores headings in fenced code", () => {
    expect(sectionsOf(body())[2]).toEqual({ heading: "Worked example", text: "```sh\n## no heading\n```" });
  });

  test.each([
    ["no front matter", body(), /starts with front matter/],
    ["a line that is no pair", front.replace("title:", "title") + body(), /'title Try it'/],
    ["an unknown key", front.replace("title", "titel") + body(), /'try-it' has unknown front matter: titel/],
    ["no title", front.replace("title: Try it\n", "") + body(), /'try-it' is malformed.*title/s],
    ["an unknown tag", front.replace("planning", "plans") + body(), /'try-it' is malformed.*tags/s],
    ["tags that are no list", front.replace(/[[\]]/g, "") + body(), /'try-it' is malformed.*tags/s],
    ["a long description", front.replace("Tries.", "x".repeat(101)) + body(), /malformed.*description/s],
    ["a missing section", front + body().replace("## Pitfalls", "Pitfalls"), /needs exactly the sections/],
    ["sections in another order", front + body().replace("## Steps", "## Pitfalls"), /in this order/],
    ["an empty section", front + body().replace("Always.", ""), /has nothing under When to use it/],
    ["steps without titles", front + body("1. Look.\n"), /needs steps of the form/],
    ["steps that skip a number", front + body(steps.replace("2.", "3.")), /numbered from 1/],
    ["text before the steps", front + body(`First:\n\n${steps}`), /needs steps of the form/],
  ])("[V1] refuses %s with the reason", (_, text, fault) => {
    expect(() => parseMentalModel(text)).toThrow(fault);
  });
});
