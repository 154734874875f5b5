import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Adds `offline.html` to the build: a page with inline script and style, into which `export-html.ts` writes a session. */
export function offlineViewer(): Plugin {
  return {
    name: "offline-viewer",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "offline.html", source: viewerPage(await buildParts()) });
    },
  };
}

interface Parts {
  readonly script: string;
  readonly style: string;
}

/** `export-html.ts` replaces the two placeholders by the title and the session. */
function viewerPage({ script, style }: Parts): string {
  const icon = encodeURIComponent(readFileSync(path("./src/icon.svg"), "utf8").trim());
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
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

/** One script without imports, and one style sheet. */
async function buildParts(): Promise<Parts> {
  const built = (await build({
    configFile: false,
    root: path("."),
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2023",
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: path("./src/offline/main.tsx"),
        output: { format: "iife", codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunk = built.output.find((one) => one.type === "chunk");
  const sheet = built.output.find((one) => one.type === "asset" && one.fileName.endsWith(".css"));
  if (!chunk || sheet?.type !== "asset") throw new Error("The viewer build has no script or no style.");
  return { script: escapeScript(chunk.code), style: String(sheet.source).trim() };
}

/** Escapes strings that would end the script element. */
const escapeScript = (script: string): string =>
  script.trim().replace(/<(?=\/script|!--|script)/gi, String.raw`\x3c`);

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
