import { useMemo, useState } from "preact/hooks";
import { countText } from "../../../text/count-text.ts";
import { visible } from "../../../text/visible-text.tsx";

/** Members shown at once. */
const STEP = 100;

/** JSON as a collapsible tree; invalid JSON as text. */
export function JsonTree({ text }: { readonly text: string }) {
  const value = useMemo(() => parse(text), [text]);
  if (value === undefined) return <pre class="json-tree">{visible(text.slice(0, 20_000))}</pre>;
  return (
    <div class="json-tree">
      <JsonNode value={value} isOpen />
    </div>
  );
}

interface NodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly isOpen?: boolean;
}

function JsonNode({ name, value, isOpen: opens = false }: NodeProps) {
  const [isOpen, setIsOpen] = useState(opens);
  const [shown, setShown] = useState(STEP);
  const label = name === undefined ? null : <span class="json-name">{visible(name)}: </span>;
  if (typeof value !== "object" || value === null)
    return (
      <div class="json-leaf">
        {label}
        <span class={`json-${value === null ? "null" : typeof value}`}>
          {visible(typeof value === "string" ? JSON.stringify(value).slice(0, 5_000) : String(value))}
        </span>
      </div>
    );
  const members = Object.entries(value);
  const kind = Array.isArray(value) ? countText(members.length, "item") : countText(members.length, "field");
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span class="quiet">{kind}</span>
      </summary>
      {isOpen && (
        <>
          {members.slice(0, shown).map(([key, inner]) => (
            <JsonNode key={key} name={key} value={inner} />
          ))}
          {shown < members.length && (
            <button type="button" class="button small" onClick={() => setShown(shown + 10 * STEP)}>
              {members.length - shown} more
            </button>
          )}
        </>
      )}
    </details>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
