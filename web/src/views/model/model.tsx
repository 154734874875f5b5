import { useMemo } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { ModelDetail } from "../../data/api-types.ts";
import "./model.css";
import { useResource } from "../../data/resource.ts";
import { go } from "../../input/history.ts";
import { useShortcuts } from "../../input/keys.ts";
import { addressOf, type Route } from "../../input/route.ts";
import { SafeMarkdown } from "../../text/safe-markdown.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useTitle } from "../../ui/use-title.ts";

/** One mental model. */
export default function Model({ route: { model } }: { readonly route: Extract<Route, { name: "model" }> }) {
  const { data, error, reload } = useResource(`model ${model}`, (signal) => api.model(model, { signal }));
  useTitle(data?.title ?? "Mental model");
  const shortcuts = useMemo(
    () => [{ keys: ["u"], does: "all models", run: () => go({ name: "models" }) }],
    [],
  );
  useShortcuts("Mental model", shortcuts);
  return (
    <article class="model">
      <p>
        <a href={addressOf({ name: "models" })}>All models</a>
      </p>
      {error && !data ? (
        <>
          <h1 tabIndex={-1}>Mental model</h1>
          <LoadError error={error} retry={reload} />
        </>
      ) : data ? (
        <ModelText model={data} />
      ) : (
        <h1 tabIndex={-1}>Mental model</h1>
      )}
    </article>
  );
}

function ModelText({ model: { name, title, description, tags, content } }: { readonly model: ModelDetail }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p class="model-lead">{description}</p>
      <p class="model-facts">
        {tags.map((tag) => (
          <a key={tag} href={addressOf({ name: "models", tag })}>
            {tag}
          </a>
        ))}
        <CopyButton text={content} what={`${title} as Markdown`} />
        <span class="quiet">
          Name for agents: <code>{name}</code>
        </span>
      </p>
      <SafeMarkdown text={content} headingLevel={2} />
    </>
  );
}
