import { describe, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { takenPort } from "../support/ports.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("clew serve refuses in one clear line", () => {
  it("[D4] a port in use", async () => {
    using home = temporaryFolder();
    await using taken = await takenPort();
    const ran = await runClew(["serve", "--port", String(taken.port)], { home: home.path });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^clew: port \d+ on 127\.0\.0\.1 is in use.*--port 0.*\n$/);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.org"])(
    "[D4] the address %s, off loopback",
    async (host) => {
      using home = temporaryFolder();
      const ran = await runClew(["serve", "--port", "0", "--host", host], { home: home.path });
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toMatch(/^clew: --host: .* is not loopback.*\n$/);
    },
  );
});
