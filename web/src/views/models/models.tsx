import { useMemo } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { ModelList } from "../../data/api-types.ts";
import "./models.css";
import { useResource } from "../../data/resource.ts";
import { useShortcuts } from "../../input/keys.ts";
import { addressOf, type Route } from "../../input/route.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { useTitle } from "../../ui/use-title.ts";

/** The mental models, by what they are for. */
export default function Models({ route: { tag } }: { readonly route: Extract<Route, { name: "models" }> }) {
  useTitle("Mental models");
  const { data, error, reload } = useResource("models", (signal) => api.models({ signal }));
  const shortcuts = useMemo(
    () => [
      { keys: ["j", "ArrowDown"], does: "next model", run: () => moveFocus(1) },
      { keys: ["k", "ArrowUp"], does: "model before", run: () => moveFocus(-1) },
    ],
    [],
  );
  useShortcuts("Mental models", shortcuts);
  return (
    <div class="models">
      <div>
        <h1 tabIndex={-1}>Mental models</h1>
        <p class="quiet">Ways of thinking that agents can ask for, and people can read.</p>
      </div>
      {error && !data ? (
        <LoadError error={error} retry={reload} />
      ) : data ? (
        <Catalogue list={data} tag={tag} />
      ) : (
        <p class="quiet">Loading the models…</p>
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
  const chosen = tags.find(({ name }) => name === tag);
  return (
    <>
      <nav class="tags" aria-label="Tags">
        <TagLink tag={undefined} count={models.length} isChosen={tag === undefined} />
        {tags.map(({ name }) => (
          <TagLink
            key={name}
            tag={name}
            count={models.filter((model) => model.tags.includes(name)).length}
            isChosen={name === tag}
          />
        ))}
      </nav>
      <p class="tag-words" role="status">
        {chosen
          ? `${chosen.description}.`
          : tag === undefined
            ? "All of them."
            : `No model has the tag “${tag}”.`}
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
  readonly isChosen: boolean;
}) {
  const { tag, count, isChosen } = props;
  const href = addressOf({ name: "models", ...(tag !== undefined && { tag }) });
  return (
    <a class="tag-link" href={href} aria-current={isChosen ? "true" : undefined}>
      {tag ?? "all"} <span class="tag-count">{count}</span>
    </a>
  );
}

function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".model-link")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}
