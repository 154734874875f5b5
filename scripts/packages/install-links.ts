import type { Package } from "../packages.ts";

const BEGIN = "<!-- install links: written by `npm run packages` -->\n";
const END = "<!-- end of install links -->";

/** The README with links that install the published package in VS Code and Cursor. */
export function withInstallLinks(readme: string, about: Package): string {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`README.md has no line ${BEGIN}`);
  return readme.slice(0, from + BEGIN.length) + links(about) + readme.slice(to);
}

function links({ name }: Package): string {
  const { vscode, cursor } = installLinks(name);
  const added = JSON.stringify({ name, ...launchOf(name) });
  return `Once Clew is published on npm, these install it: [VS Code](${vscode}) · [Cursor](${cursor}) · \`code --add-mcp '${added}'\`
`;
}

/** The addresses that VS Code and Cursor open to install a server. */
export function installLinks(name: string): { readonly vscode: string; readonly cursor: string } {
  const config = JSON.stringify(launchOf(name));
  const encoded = Buffer.from(config).toString("base64");
  return {
    vscode: `https://insiders.vscode.dev/redirect/mcp/install?name=${name}&config=${encodeURIComponent(config)}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(encoded)}`,
  };
}

const launchOf = (name: string) => ({ command: "npx", args: ["-y", name, "mcp"] });
