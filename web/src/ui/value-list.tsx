import { Visible } from "../text/visible-text.tsx";

/** Deeper and longer values are only in the JSON record. */
const DEEPEST = 4;
const MOST = 50;

/** Untrusted JSON as a readable list. */
export function ValueList({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }) {
  if (value === null || typeof value !== "object") return <Visible text={String(value)} />;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  if (entries.length === 0) return <span class="quiet">empty</span>;
  if (depth >= DEEPEST) return <span class="quiet">more in the JSON record</span>;
  return (
    <dl class="values">
      {entries.slice(0, MOST).map(([name, one]) => (
        <div key={name}>
          <dt>{isList ? `${Number(name) + 1}.` : <Visible text={name} />}</dt>
          <dd>
            <ValueList value={one} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {entries.length > MOST && (
        <div>
          <dt class="quiet">{entries.length - MOST} more in the JSON record</dt>
        </div>
      )}
    </dl>
  );
}
