import { expect, test } from "vitest";
import { connectWays } from "./connect-ways.ts";

test("[WB9] every command names the server, and a placeholder instead of the token", () => {
  for (const { title, command } of connectWays("http://127.0.0.1:4747", false)) {
    expect(command).toContain("http://127.0.0.1:4747/mcp");
    expect(command, title).not.toMatch(/token|bearer/i);
  }
  for (const { title, command } of connectWays("https://clew.example", true)) {
    expect(command).toContain("https://clew.example/mcp");
    expect(command, title).toMatch(/YOUR_TOKEN|CLEW_TOKEN/);
  }
});
