import type { NotebookDetail } from "../../data/api-types.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";

const NAMES: Readonly<Record<keyof NotebookDetail["sandboxLayers"], string>> = {
  deno: "Permissions",
  namespaces: "Namespaces",
  files: "Private files",
  limits: "Limits",
};

/** The sandbox layers around the cells, and their network access. */
export function SandboxLayers({
  layers,
  allowNet,
}: {
  readonly layers: NotebookDetail["sandboxLayers"];
  readonly allowNet: readonly string[];
}) {
  const all = Object.entries(NAMES) as [keyof typeof NAMES, string][];
  const active = all.filter(([name]) => layers[name].active).length;
  return (
    <details class="sandbox-layers">
      <summary>
        <Icon name={active === all.length ? "shield" : "warning"} />
        {active === all.length
          ? "All sandbox layers are active"
          : `${active} of ${all.length} sandbox layers are active`}
      </summary>
      <dl>
        {all.map(([name, title]) => (
          <div key={name} class={`layer${layers[name].active ? "" : " is-missing"}`}>
            <dt>
              <Icon name={layers[name].active ? "check" : "warning"} />
              {title}
            </dt>
            <dd>
              <Visible text={layers[name].message} />
            </dd>
          </div>
        ))}
        <div class="layer">
          <dt>
            <Icon name={allowNet.length === 0 ? "check" : "warning"} />
            Network
          </dt>
          <dd>
            {allowNet.length === 0 ? (
              "No network access."
            ) : (
              <>
                Allowed hosts: <Visible text={allowNet.join(", ")} />
              </>
            )}
          </dd>
        </div>
      </dl>
    </details>
  );
}
