#!/usr/bin/env node
// Plain old syntax on purpose: a Node that is too old must still be able to read the line that says so.
var version = process.versions.node.split(".");
var major = Number(version[0]);
var minor = Number(version[1]);
// What a client waits for at every start has a smaller program of its own.
var program = "../dist/cli/clew.js";
if (process.argv[2] === "mcp") program = "../dist/cli/first-answers.js";
if (process.argv[2] === "hook" && process.argv[3] === "session-start")
  program = "../dist/cli/session-start.js";
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    "clew needs Node 22.18 or newer; this is Node " +
      process.versions.node +
      ". Install a newer Node from nodejs.org, then run the same command again.",
  );
  process.exitCode = 1;
} else {
  import(program).then(
    (main) => main.run(process.argv.slice(2)),
    (error) => {
      if (error && error.code === "ERR_MODULE_NOT_FOUND") {
        console.error("clew is not built yet: run `npm ci` in the checkout, then the same command again.");
        process.exitCode = 1;
      } else throw error;
    },
  );
}
