import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The script and the style of a page that loads nothing. */
export interface Parts {
  readonly script: string;
  readonly style: string;
}

/** The policy of such a page: only its own script and style, and no network. */
export const policyOf = ({ script, style }: Parts, ...more: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/** Builds an entry into one script without imports and one style sheet. */
export async function buildParts(entry: string): Promise<Parts> {
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
        input: path(entry),
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
