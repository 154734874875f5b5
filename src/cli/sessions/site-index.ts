import { readFileSync } from "node:fs";
import { join } from "node:path";
import { oneLine, redactText, type SessionSummary, sessionState } from "../../ledger/index.ts";
import { CommandFailure } from "../command.ts";

/** Marks the page as written by Clew, so that only such a page is replaced. */
const GENERATOR = '<meta name="generator" content="Clew">';

/** Refuses a folder whose index.html somebody else wrote. */
export function refuseForeignIndex(folder: string): void {
  let text: string;
  try {
    text = readFileSync(join(folder, "index.html"), "utf8");
  } catch {
    return;
  }
  if (!text.includes(GENERATOR))
    throw new CommandFailure(
      `'${join(folder, "index.html")}' was not written by Clew. Choose another folder, or remove that file.`,
    );
}

/** The page that lists exported sessions by project. It needs no other file and no network. */
export async function* siteIndex(
  sessions: readonly SessionSummary[],
  extension: string,
  exportedAt: string,
): AsyncGenerator<string> {
  const thoughts = sessions.reduce((sum, { thoughtCount }) => sum + thoughtCount, 0);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${GENERATOR}
<title>Sessions</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sessions</h1>
<p>${count(sessions.length, "session")}, ${count(thoughts, "thought")}. Exported ${minute(exportedAt)}.</p>
`;
  for (const [project, of] of Map.groupBy(sessions, (session) => session.project)) {
    yield `<h2>${escaped(project === "_default" ? "Without a project" : project)}</h2>
<table>
<thead><tr><th scope="col">Title</th><th scope="col">Thoughts</th><th scope="col">Branches</th><th scope="col">State</th><th scope="col">Last activity</th></tr></thead>
<tbody>
`;
    for (const session of of) yield row(session, extension, Date.parse(exportedAt));
    yield "</tbody>\n</table>\n";
  }
  yield "</main>\n</body>\n</html>\n";
}

function row(session: SessionSummary, extension: string, now: number): string {
  const { id, title, tags, thoughtCount, branchCount, archived, updatedAt } = session;
  const shownTags = tags.map((tag) => ` <span class="tag">${escaped(tag)}</span>`).join("");
  const link = `<a href="${escaped(encodeURIComponent(`${id}.${extension}`))}">${escaped(title) || escaped(id)}</a>`;
  return `<tr><td>${link}${shownTags}</td><td>${thoughtCount}</td><td>${branchCount}</td><td>${archived ? "archived" : sessionState(session, now)}</td><td>${minute(updatedAt)}</td></tr>\n`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
const minute = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string =>
  oneLine(redactText(text), 300).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const STYLE = [
  ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}",
  "main{max-width:60rem;margin:auto}table{border-collapse:collapse;width:100%}",
  "th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8884;vertical-align:top}",
  "td:nth-child(2),td:nth-child(3),th:nth-child(2),th:nth-child(3){text-align:right}",
  ".tag{font-size:.8em;border:1px solid #8888;border-radius:1em;padding:0 .5em}td:last-child{white-space:nowrap}",
].join("");
