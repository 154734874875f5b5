import { useMemo, useState } from "preact/hooks";
import { visible } from "../../../text/visible-text.tsx";
import { Scroller } from "../../../ui/scroller.tsx";
import { JsonTree } from "./json-tree.tsx";
import { readTable } from "./read-table.ts";

const STEP = 50;

/** The first rows of a table, and a button for more. */
export function TableOutput({ text }: { readonly text: string }) {
  const table = useMemo(() => readTable(text), [text]);
  const [shown, setShown] = useState(STEP);
  if (!table) return <JsonTree text={text} />;
  const { columns, rows } = table;
  return (
    <>
      <Scroller label="Table" class="table-output">
        <table>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  class={typeof rows[0]?.[index] === "number" ? "number" : undefined}
                >
                  {visible(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {row.map((value, column) => (
                  <td key={columns[column]} class={typeof value === "number" ? "number" : undefined}>
                    {visible(cellText(value))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {rows.length > STEP && (
        <p class="quiet output-note">
          {Math.min(shown, rows.length)} of {rows.length} rows{" "}
          {shown < rows.length && (
            <button type="button" class="button small" onClick={() => setShown(shown + 10 * STEP)}>
              Show more
            </button>
          )}
        </p>
      )}
    </>
  );
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value).slice(0, 500) : String(value).slice(0, 2_000);
}
