import { api } from "../../data/api.ts";
import type { SessionComparison } from "../../data/api-types.ts";
import { useResource } from "../../data/resource.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { foldLines } from "../../text/brief-sections.ts";
import { statementText } from "../../text/statement.ts";
import { Visible } from "../../text/visible-text.tsx";
import { LoadError } from "../../ui/load-error.tsx";

type Fact = SessionComparison["decisions"]["onlyA"][number];
type Pair = SessionComparison["conflicts"][number];

const KINDS = [
  ["decisions", "Decisions"],
  ["deadEnds", "Dead ends"],
  ["open", "Open questions"],
] as const;

export interface FactsProps {
  readonly a: string;
  readonly b: string;
}

/** Two sessions by their facts: conflicts first, then shared facts, then those of one session only. */
export function Facts({ a, b }: FactsProps) {
  const { data, error, reload } = useResource(`compare ${a} ${b}`, (signal) => api.compare(a, b, { signal }));
  if (error && !data) return <LoadError error={error} retry={reload} />;
  if (!data) return <p class="quiet">Loading…</p>;
  const apart = (facts: readonly Fact[], side: "a" | "b") =>
    facts.filter((fact) => !data.conflicts.some((pair) => isSame(pair[side], fact)));
  const kinds = KINDS.map(([kind, title]) => {
    const { common, onlyA, onlyB } = data[kind];
    return { title, common, onlyA: apart(onlyA, "a"), onlyB: apart(onlyB, "b") };
  }).filter(({ common, onlyA, onlyB }) => common.length + onlyA.length + onlyB.length > 0);
  return (
    <div class="compare-facts">
      {data.conflicts.length > 0 && (
        <section class="facts-kind is-conflict">
          <h2>Conflicts</h2>
          {data.conflicts.map((pair) => (
            <PairLine
              key={`${pair.a.seq} ${pair.b.seq} ${pair.a.text}`}
              pair={pair}
              data={data}
              badge="conflict"
            />
          ))}
        </section>
      )}
      {kinds.map(({ title, common, onlyA, onlyB }) => (
        <section key={title} class="facts-kind">
          <h2>{title}</h2>
          {common.map((pair) => (
            <PairLine
              key={`${pair.a.seq} ${pair.b.seq} ${pair.a.text}`}
              pair={pair}
              data={data}
              badge="both"
            />
          ))}
          {(onlyA.length > 0 || onlyB.length > 0) && (
            <div class="facts-pair">
              <FactList facts={onlyA} id={data.a.id} side="left" />
              <FactList facts={onlyB} id={data.b.id} side="right" />
            </div>
          )}
        </section>
      ))}
      {kinds.length + data.conflicts.length === 0 && (
        <p class="quiet">Neither session states decisions, dead ends or open questions.</p>
      )}
    </div>
  );
}

const isSame = (one: Fact, other: Fact): boolean => one.seq === other.seq && one.text === other.text;

interface PairLineProps {
  readonly pair: Pair;
  readonly data: SessionComparison;
  readonly badge: string;
}

function PairLine({ pair: { a, b }, data, badge }: PairLineProps) {
  return (
    <div class="facts-pair is-paired">
      <ul class="fact-list of-left">
        <FactLine fact={a} id={data.a.id} badge={badge} />
      </ul>
      <ul class="fact-list of-right">
        <FactLine fact={b} id={data.b.id} badge={badge} />
      </ul>
    </div>
  );
}

interface FactListProps {
  readonly facts: readonly Fact[];
  readonly id: string;
  readonly side: "left" | "right";
}

function FactList({ facts, id, side }: FactListProps) {
  const { shown, folded, more } = foldLines(facts);
  const list = (part: readonly Fact[]) => (
    <ul class={`fact-list of-${side}`}>
      {part.map((fact) => (
        <FactLine key={`${fact.seq} ${fact.text}`} fact={fact} id={id} />
      ))}
    </ul>
  );
  return (
    <div class="facts-side">
      {shown.length > 0 && <h3>Only {side}</h3>}
      {shown.length > 0 && list(shown)}
      {folded.length > 0 && (
        <details class="facts-more">
          <summary>{more}</summary>
          {list(folded)}
        </details>
      )}
    </div>
  );
}

function FactLine({
  fact,
  id,
  badge,
}: {
  readonly fact: Fact;
  readonly id: string;
  readonly badge?: string;
}) {
  return (
    <li dir="auto">
      <a href={addressOf(sessionRoute(id, fact.seq))}>
        <Visible text={statementText(fact.text)} /> <span class="brief-number">#{fact.thoughtNumber}</span>
      </a>{" "}
      {badge !== undefined && <span class="badge">{badge}</span>}
    </li>
  );
}
