import { Visible } from "../../../text/visible-text.tsx";

/** Deeper and longer values are in the record. */
const DEEPEST = 4;
const MOST = 50;

/** A stranger's values as a list that can be read. */
export function ValueList({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }) {
  if (value === null || typeof value !== "object") return <Visible text={String(value)} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="quiet">nothing</span>;
  if (depth >= DEEPEST) return <span class="quiet">more in the record</span>;
  return (
    <dl class="values">
      {entries.slice(0, MOST).map(([name, one]) => (
        <div key={name}>
          <dt>
            <Visible text={name} />
          </dt>
          <dd>
            <ValueList value={one} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {entries.length > MOST && (
        <div>
          <dt class="quiet">{entries.length - MOST} more in the record</dt>
        </div>
      )}
    </dl>
  );
}
