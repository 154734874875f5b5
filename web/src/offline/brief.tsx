import { BRIEF_SECTIONS, briefText } from "../text/brief-sections.ts";
import { Visible } from "../text/visible-text.tsx";
import type { HtmlSession } from "./data.ts";

/** What the session is for, how it ended and what is left, each line a link to its thought. */
export function Brief({ brief }: Pick<HtmlSession, "brief">) {
  const sections = BRIEF_SECTIONS.map(
    ([section, title]) => [section, title, brief.filter((line) => line.section === section)] as const,
  );
  return (
    <section class="brief" aria-label="Brief">
      {sections.map(
        ([section, title, lines]) =>
          lines.length > 0 && (
            <div key={section}>
              <h2>{title}</h2>
              <ul>
                {lines.map(({ seq, thoughtNumber, text }) => (
                  <li key={`${seq} ${text}`} dir="auto">
                    <Visible text={briefText(text)} /> <a href={`#t${seq}`}>#{thoughtNumber}</a>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
