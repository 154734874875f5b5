import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { buildParts, type Parts, policyOf } from "./inline-page.ts";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Adds `offline.html` to the build: a page with inline script and style, into which `export-html.ts` writes a session. */
export function offlineViewer(): Plugin {
  return {
    name: "offline-viewer",
    apply: "build",
    async generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: "offline.html",
        source: viewerPage(await buildParts("./src/offline/main.tsx")),
      });
    },
  };
}

/** `export-html.ts` replaces the two placeholders by the title and the session. */
function viewerPage(parts: Parts): string {
  const { script, style } = parts;
  const icon = encodeURIComponent(readFileSync(path("./src/icon.svg"), "utf8").trim());
  const policy = policyOf(parts, "img-src data:");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Clew">
<title>$CLEW_TITLE$</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${icon}">
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>Enable JavaScript to view this session. The file loads nothing.</noscript>
<script type="application/json" id="session">$CLEW_SESSION$</script>
<script>${script}</script>
</body>
</html>
`;
}
