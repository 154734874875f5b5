import type { HtmlSession } from "./data.ts";
import { Fold } from "./fold.tsx";

/** The session in figures, each with what it means. */
export function Figures({ analysis }: Pick<HtmlSession, "analysis">) {
  const { definitions, ...groups } = analysis;
  const figures = Object.values(groups).flatMap((group) => Object.entries(group));
  return (
    <Fold title="In figures" class="figures">
      <dl class="facts">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd>
              <strong>{name === "duration" ? duration(Number(value)) : shown(value)}</strong>{" "}
              <span class="quiet">{definitions[name as keyof typeof definitions]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const shown = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value).slice(0, 40);

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s (${ms} ms)`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min (${ms} ms)`;
}
