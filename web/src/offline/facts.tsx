import { Visible } from "../text/visible-text.tsx";

/** Names with their values, whatever these are. */
export function Facts({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  return (
    <dl class="facts">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>
            <Visible text={name} />
          </dt>
          <dd>
            <Visible text={typeof value === "string" ? value : JSON.stringify(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
