import type { Plugin } from "vite";
import { buildParts, policyOf } from "./inline-page.ts";

/** Adds `app.html` to the build: the view of a session inside of an MCP client, as one file. */
export function appView(): Plugin {
  return {
    name: "app-view",
    apply: "build",
    async generateBundle() {
      const parts = await buildParts("./src/app/main.tsx");
      const source = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(parts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Session</title>
<style>${parts.style}</style>
</head>
<body>
<div id="page"></div>
<script>${parts.script}</script>
</body>
</html>
`;
      this.emitFile({ type: "asset", fileName: "app.html", source });
    },
  };
}
