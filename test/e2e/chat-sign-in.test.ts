import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chatScene } from "../support/chat-scene.ts";
import { startGuardedServer } from "../support/guarded-server.ts";

const call = { toolCalls: [{ name: "secret" }] };

test("[CH1] [HC7] a server that requires sign-in sends the person to its page, once", async () => {
  await using guarded = await startGuardedServer();
  await using on = await chatScene([call, "It is known.", call, "Still known.", call, "And renewed."]);
  const servers = ["--no-clew", "--servers", on.servers({ mcpServers: { vault: { url: guarded.mcp } } })];
  await using terminal = on.talk([...servers, "Tell."]);
  const [, page] = await terminal.sees(/vault asks you to sign in\. Open this page:\n {2}(http\S+)/);
  // A browser visits the page and is redirected to the chat.
  expect(await (await fetch(page!)).text()).toBe("Done. You can close this page and go back.");
  await terminal.sees("vault (1 tools)");
  await terminal.sees(/→ secret \{\} {2}✓[\s\S]*It is known\./);

  const folder = join(on.home, "oauth");
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(folder, files[0]!)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, files[0]!), "utf8")).toContain("access_token");

  // The stored tokens are enough where nobody can sign in, also when they have to be renewed.
  const print = [...servers, "--print"];
  expect(await on.run([...print, "Again."])).toMatchObject({ code: 0, stdout: "Still known.\n", stderr: "" });
  guarded.expire();
  expect(await on.run([...print, "Again."])).toMatchObject({ code: 0, stdout: "And renewed.\n", stderr: "" });
  expect(guarded.signedIn).toBe(1);
});

test("[CH4] [HC7] without anyone to sign in, the server is reported as missing and the answer arrives", async () => {
  await using guarded = await startGuardedServer();
  await using on = await chatScene(["Without it.", "Without it."]);
  const vault = { url: guarded.mcp };
  const own = { ...vault, headers: { authorization: "Bearer wrong" } };
  const why: readonly (readonly [object, RegExp])[] = [
    [
      vault,
      /^clew: The server 'vault' cannot be used: this server requires a sign-in: sign in once with `clew chat`/,
    ],
    // Its own token is wrong: no sign-in can fix that.
    [own, /^clew: The server 'vault' cannot be used: .*401/],
  ];
  for (const [entry, text] of why) {
    const servers = on.servers({ mcpServers: { vault: entry } });
    const { code, stdout, stderr } = await on.run(["--no-clew", "--servers", servers, "--print", "Tell."]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Without it.\n" });
    expect(stderr).toMatch(text);
  }
  expect(guarded.signedIn).toBe(0);
});
