import { useMemo } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { ModelList } from "../../data/api-types.ts";
import "./models.css";
import { useResource } from "../../data/resource.ts";
import { useShortcuts } from "../../input/keys.ts";
import { addressOf, type Route } from "../../input/route.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { useTitle } from "../../ui/use-title.ts";

/** The mental models, by tag. */
export default function Models({ route: { tag } }: { readonly route: Extract<Route, { name: "models" }> }) {
  useTitle("Mental models");
  const { data, error, reload } = useResource("models", (signal) => api.models({ signal }));
  const shortcuts = useMemo(
    () => [
      { keys: ["j", "ArrowDown"], does: "next model", run: () => moveFocus(".model-link", 1) },
      { keys: ["k", "ArrowUp"], does: "previous model", run: () => moveFocus(".model-link", -1) },
    ],
    [],
  );
  useShortcuts("Mental models", shortcuts);
  return (
    <div class="models">
      <div>
        <h1 tabIndex={-1}>Mental models</h1>
        <p class="quiet">
          Named ways to think through a problem, each with steps. Agents read them with the tool
          mental_models.
        </p>
      </div>
      {error && !data ? (
        <LoadError error={error} retry={reload} />
      ) : data ? (
        <Catalogue list={data} tag={tag} />
      ) : (
        <p class="quiet">Loading models…</p>
      )}
    </div>
  );
}

function Catalogue({
  list: { tags, models },
  tag,
}: {
  readonly list: ModelList;
  readonly tag: string | undefined;
}) {
  const shown = tag === undefined ? models : models.filter((model) => model.tags.includes(tag));
  const selected = tags.find(({ name }) => name === tag);
  return (
    <>
      <nav class="tags" aria-label="Tags">
        <TagLink tag={undefined} count={models.length} isSelected={tag === undefined} />
        {tags.map(({ name }) => (
          <TagLink
            key={name}
            tag={name}
            count={models.filter((model) => model.tags.includes(name)).length}
            isSelected={name === tag}
          />
        ))}
      </nav>
      <p class="tag-words" role="status">
        {selected && `${selected.description}.`}
        {tag !== undefined && !selected && `No model has the tag “${tag}”.`}
      </p>
      <ul class="model-list">
        {shown.map(({ name, title, description, tags: of }) => (
          <li key={name}>
            <h2>
              <a class="model-link" href={addressOf({ name: "model", model: name })}>
                {title}
              </a>
            </h2>
            <p>{description}</p>
            <p class="model-tags quiet">{of.join(" · ")}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function TagLink(props: {
  readonly tag: string | undefined;
  readonly count: number;
  readonly isSelected: boolean;
}) {
  const { tag, count, isSelected } = props;
  const href = addressOf({ name: "models", tag });
  return (
    <a class="tag-link" href={href} aria-current={isSelected ? "true" : undefined}>
      {tag ?? "All"} <span class="tag-count">{count}</span>
    </a>
  );
}
