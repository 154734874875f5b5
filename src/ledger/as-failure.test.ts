import { expect, test } from "vitest";
import { asFailure } from "./as-failure.ts";
import { Failure } from "./failure.ts";

const fault = (code: string, syscall?: string) =>
  Object.assign(new Error(`${code}: /home/ann`), { code, ...(syscall && { syscall }) });

test.each([
  ["a full disk", fault("ENOSPC", "write"), "STORE_FULL"],
  ["a quota", fault("EDQUOT", "open"), "STORE_FULL"],
  ["a read-only file system", fault("EROFS", "mkdir"), "STORE_READ_ONLY"],
  ["a folder without permission", fault("EACCES", "open"), "STORE_READ_ONLY"],
  ["a program that cannot be started", fault("EACCES", "spawn deno"), "INTERNAL"],
  ["an error that only looks like one", fault("EACCES"), "INTERNAL"],
  ["a missing file", fault("ENOENT", "open"), "INTERNAL"],
  ["a bug", new TypeError("x is undefined"), "INTERNAL"],
  ["nothing", undefined, "INTERNAL"],
])("[S15] %s becomes the failure that says what to do", (_, error, code) => {
  const failure = asFailure(error);
  expect(failure).toMatchObject({ code, cause: error });
  expect(failure.message).not.toContain("/home/ann");
});

test("[S15] a failure stays unchanged", () => {
  const failure = new Failure("SESSION_NOT_FOUND", {});
  expect(asFailure(failure)).toBe(failure);
});
