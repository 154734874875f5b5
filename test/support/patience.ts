import { vi } from "vitest";

/** Vitest setup: on a loaded machine a condition may take long. Waiting ends as soon as it is met. */
const { waitFor, waitUntil } = vi;
const patient = <T>(options: number | T | undefined) =>
  typeof options === "number" ? options : { timeout: 45_000, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
