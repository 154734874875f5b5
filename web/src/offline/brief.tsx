import { BRIEF_SECTIONS, briefText, sectionLines } from "../text/brief-sections.ts";
import { Visible } from "../text/visible-text.tsx";
import type { HtmlSession } from "./data.ts";
import { Fold } from "./fold.tsx";

/** What the session is for, how it ended and what is left, each line a link to its thought. */
export function Brief({ brief }: Pick<HtmlSession, "brief">) {
  return (
    <section class="brief" aria-label="Brief">
      {BRIEF_SECTIONS.map(([section, title]) => {
        const { shown, folded, more } = sectionLines(brief, section);
        if (shown.length === 0) return null;
        return (
          <div key={section}>
            <h2>{title}</h2>
            <div>
              <Lines lines={shown} />
              {folded.length > 0 && (
                <Fold title={more} class="brief-more">
                  <Lines lines={folded} />
                </Fold>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}

function Lines({ lines }: { readonly lines: HtmlSession["brief"] }) {
  return (
    <ul>
      {lines.map(({ seq, thoughtNumber, text }) => (
        <li key={`${seq} ${text}`} dir="auto">
          <Visible text={briefText(text)} /> <a href={`#t${seq}`}>#{thoughtNumber}</a>
        </li>
      ))}
    </ul>
  );
}
