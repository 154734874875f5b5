import { api } from "../../../data/api.ts";
import { useResource } from "../../../data/resource.ts";
import { addressOf } from "../../../input/route.ts";
import { dollars, tokensText } from "../../../text/cost-text.ts";
import { countText } from "../../../text/count-text.ts";
import { Visible } from "../../../text/visible-text.tsx";

/** Tokens and cost of the model calls of a session, with a link to its calls. */
export function ModelCalls({ id }: { readonly id: string }) {
  const { data } = useResource(`costs ${id}`, (signal) => api.modelCosts({ session: id }, { signal }));
  const models = new Map<
    string,
    { calls: number; input: number; output: number; cost: number | undefined }
  >();
  for (const { model, calls, inputTokens, outputTokens, cost } of data?.rows ?? []) {
    const sum = models.get(model) ?? { calls: 0, input: 0, output: 0, cost: undefined };
    models.set(model, {
      calls: sum.calls + calls,
      input: sum.input + inputTokens,
      output: sum.output + outputTokens,
      cost: cost === undefined ? sum.cost : (sum.cost ?? 0) + cost,
    });
  }
  return (
    <section>
      <h3>Calls and cost</h3>
      {models.size > 0 && (
        <dl class="analysis">
          {[...models].map(([model, { calls, input, output, cost }]) => (
            <div key={model}>
              <dt>
                <Visible text={model} />
                <p class="quiet">
                  {countText(calls, "call")}, {tokensText(input, output)}
                </p>
              </dt>
              <dd>{cost === undefined ? "price unknown" : dollars(cost)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        <a href={addressOf({ name: "activity", filter: { session: id } })}>Calls of this session</a>
      </p>
    </section>
  );
}
