import { expect, test } from "vitest";
import { notebookFinding } from "./doctor.ts";

const layer = (active: boolean, message: string) => ({ active, message });
const sandboxLayers = {
  deno: layer(true, "Deno."),
  namespaces: layer(true, "Namespaces."),
  files: layer(true, "Files."),
  limits: layer(true, "Limits."),
};

test("[Z7] a system without namespaces is fine, and the finding says so", () => {
  const found = notebookFinding(
    { ...sandboxLayers, namespaces: layer(false, "This system allows none.") },
    "auto",
    "linux",
  );
  expect(found).toEqual({
    name: "notebooks",
    ok: true,
    says: "Deno. This system allows none. Files. Limits.",
  });
});

test("[D2] refused limits are a problem on Linux, and missing ones elsewhere are only mentioned", () => {
  const refused = { ...sandboxLayers, limits: layer(false, "Refused.") };
  expect(notebookFinding(refused, "auto", "linux").ok).toBe(false);
  expect(notebookFinding(refused, "auto", "darwin")).toMatchObject({
    ok: true,
    says: "Deno. Namespaces. Files. Refused.",
  });
});

test("[D2] a missing Deno fails the check, and everything else works", () => {
  const found = notebookFinding(
    { ...sandboxLayers, deno: layer(false, "Deno is not installed.") },
    "auto",
    "linux",
  );
  expect(found).toMatchObject({
    ok: false,
    says: "Deno is not installed. Everything else works.",
  });
});

test("[SB8] a missing file layer is a problem if it is required, and otherwise only mentioned", () => {
  const missing = { ...sandboxLayers, files: layer(false, "No root of its own.") };
  expect(notebookFinding(missing, "auto", "linux")).toMatchObject({
    ok: true,
    says: expect.stringContaining("No root of its own."),
  });
  expect(notebookFinding(missing, "required", "linux")).toMatchObject({
    ok: false,
    says: expect.stringMatching(/No root of its own\. .* set it to auto/),
  });
});
