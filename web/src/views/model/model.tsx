import { useMemo } from "preact/hooks";
import { api } from "../../api.ts";
import type { ModelDetail } from "../../api-types.ts";
import "./model.css";
import { go } from "../../history.ts";
import { useShortcuts } from "../../keys.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Failed } from "../../parts/failed.tsx";
import { SafeMarkdown } from "../../parts/safe-markdown.tsx";
import { useResource } from "../../resource.ts";
import { addressOf, type Route } from "../../route.ts";
import { useTitle } from "../../title.ts";

/** One mental model, to be read. */
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
          <Failed error={error} retry={reload} />
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
          Agents ask for it by the name <code>{name}</code>.
        </span>
      </p>
      {/* A model's first headings are of the second level. */}
      <SafeMarkdown text={content} headingLevel={1} />
    </>
  );
}
