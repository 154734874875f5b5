import { expect, test } from "vitest";
import { loadConfig } from "./load.ts";
import { sandboxOf } from "./sandbox.ts";

test.each([
  [{}, "auto"],
  [{ CLEW_HOST: "::1" }, "auto"],
  [{ CLEW_HOST: "0.0.0.0" }, "required"],
  [{ CLEW_HOST: "192.0.2.1" }, "required"],
  [{ CLEW_HOST: "0.0.0.0", CLEW_NOTEBOOK_SANDBOX: "auto" }, "auto"],
  [{ CLEW_NOTEBOOK_SANDBOX: "required" }, "required"],
])("[SB8] with %o the sandbox is %s", (env, sandbox) => {
  expect(sandboxOf(loadConfig({}, env))).toBe(sandbox);
});

test("[SB8] any other value of CLEW_NOTEBOOK_SANDBOX is refused", () => {
  expect(() => loadConfig({}, { CLEW_NOTEBOOK_SANDBOX: "off" })).toThrow(
    "CLEW_NOTEBOOK_SANDBOX must be required or auto",
  );
});
