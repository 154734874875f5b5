import type { NotebookDetail } from "../../data/api-types.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";

const NAMES: Readonly<Record<keyof NotebookDetail["walls"], string>> = {
  deno: "Permissions",
  namespaces: "A machine of its own",
  files: "Files of its own",
  limits: "Limits",
};

/** What stands between the cells and the machine. */
export function Walls({
  walls,
  allowNet,
}: {
  readonly walls: NotebookDetail["walls"];
  readonly allowNet: readonly string[];
}) {
  const all = Object.entries(NAMES) as [keyof typeof NAMES, string][];
  const standing = all.filter(([name]) => walls[name].stands).length;
  return (
    <details class="walls">
      <summary>
        <Icon name={standing === all.length ? "shield" : "warning"} />
        {standing === all.length
          ? "All sandbox layers are active"
          : `${standing} of ${all.length} sandbox layers are active`}
      </summary>
      <dl>
        {all.map(([name, title]) => (
          <div key={name} class={`wall${walls[name].stands ? "" : " is-missing"}`}>
            <dt>
              <Icon name={walls[name].stands ? "check" : "warning"} />
              {title}
            </dt>
            <dd>
              <Visible text={walls[name].says} />
            </dd>
          </div>
        ))}
        <div class="wall">
          <dt>
            <Icon name={allowNet.length === 0 ? "check" : "warning"} />
            Network
          </dt>
          <dd>
            {allowNet.length === 0 ? (
              "Cells reach nothing outside."
            ) : (
              <>
                Cells may reach <Visible text={allowNet.join(", ")} />.
              </>
            )}
          </dd>
        </div>
      </dl>
    </details>
  );
}
