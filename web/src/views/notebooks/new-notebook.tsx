import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import { asApiError, useResource } from "../../data/resource.ts";
import { go } from "../../input/history.ts";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../ui/toast.ts";

/** Creates an empty notebook or one from a template, and opens it. */
export function NewNotebook({ titleField }: { readonly titleField: RefObject<HTMLInputElement | null> }) {
  const { data } = useResource("templates", (signal) => api.templates({ signal }));
  const [title, setTitle] = useState("");
  const [language, setLanguage] = useState("typescript");
  const [template, setTemplate] = useState("");
  const [isCreating, setIsCreating] = useState(false);
  const create = async () => {
    setIsCreating(true);
    try {
      const { notebook } = await api.createNotebook({
        title: title.trim() || undefined,
        // A template has its own language.
        ...(template === "" ? { language } : { template }),
      });
      go({ name: "notebook", id: notebook.id });
    } catch (error) {
      say(asApiError(error).message, "failed");
      setIsCreating(false);
    }
  };
  return (
    <form
      class="new-notebook"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <label class="field wide">
        Title
        <input
          ref={titleField}
          value={title}
          maxLength={200}
          placeholder="Untitled"
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        Template
        <select value={template} onChange={(event) => setTemplate(event.currentTarget.value)}>
          <option value="">Empty</option>
          {data?.templates.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Language
        <select
          value={language}
          disabled={template !== ""}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        >
          <option value="typescript">TypeScript</option>
          <option value="javascript">JavaScript</option>
        </select>
      </label>
      <button type="submit" class="button primary" disabled={isCreating}>
        <Icon name="add" />
        New notebook
      </button>
    </form>
  );
}
