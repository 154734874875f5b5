import { expect, test } from "vitest";
import { splitCommand } from "./connect-request.ts";

test.each([
  ["node /x/bin/clew.js mcp", "node", ["/x/bin/clew.js", "mcp"]],
  ["  clew  ", "clew", []],
  [
    '"C:\\Program Files\\node.exe" C:\\clew\\clew.js mcp',
    "C:\\Program Files\\node.exe",
    ["C:\\clew\\clew.js", "mcp"],
  ],
  ["sh -c 'exec \"clew\" mcp' ''", "sh", ["-c", 'exec "clew" mcp', ""]],
  ["a'b c'd", "ab cd", []],
])("[K1] %j is split into its words", (line, command, args) => {
  expect(splitCommand(line)).toEqual({ command, args });
});

test.each([
  ["", "--command requires a command."],
  ["''", "--command requires a command."],
  ['node "x', '--command has a " that is never closed.'],
])("refuses %j", (line, message) => {
  expect(() => splitCommand(line)).toThrow(message);
});
