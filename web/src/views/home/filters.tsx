import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Facets } from "../../data/api-types.ts";
import { go, route } from "../../input/history.ts";
import { ARCHIVED, type SessionFilter } from "../../input/route.ts";
import { Icon } from "../../ui/icon.tsx";

export interface FiltersProps {
  readonly filter: SessionFilter;
  readonly facets: Facets | undefined;
  readonly textField: RefObject<HTMLInputElement | null>;
}

const TYPING_MS = 200;
/** The limit of the server. */
const LONGEST_TEXT = 200;

/** The filters. They are in the address, so that going back undoes a change. */
export function Filters({ filter, facets, textField }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = Object.keys(filter).filter((field) => field !== "text").length;
  return (
    <search class="filters" aria-label="Filter sessions">
      <TextFilter text={filter.text ?? ""} field={textField} />
      <button
        type="button"
        class="button filters-button"
        aria-expanded={isOpen}
        aria-controls="filter-fields"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="filter" />
        Filters{count > 0 ? ` (${count})` : ""}
      </button>
      <div id="filter-fields" class={isOpen ? "filter-fields is-open" : "filter-fields"}>
        {FACETS.map(({ label, field, from }) => (
          <Choice
            key={field}
            label={label}
            value={filter[field]}
            from={facets?.[from]}
            more={field === "state" ? ARCHIVED : undefined}
            onChoose={(value) => go({ name: "home", filter: { ...filter, [field]: value } })}
          />
        ))}
        {Object.keys(filter).length > 0 && (
          <a class="clear-filters" href="/">
            Clear
          </a>
        )}
      </div>
    </search>
  );
}

const FACETS = [
  { label: "Project", field: "project", from: "projects" },
  { label: "Tag", field: "tag", from: "tags" },
  { label: "Source", field: "source", from: "sources" },
  { label: "State", field: "state", from: "states" },
] as const;

interface TextFilterProps {
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Filters while typing. The first change adds a history entry; later ones replace it. */
function TextFilter({ text, field }: TextFilterProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => {
      const current = route.value;
      if (current.name !== "home") return;
      const { text: before, ...rest } = current.filter;
      const filter = typed.trim() === "" ? rest : { ...rest, text: typed.trim() };
      go({ name: "home", filter }, { replace: before !== undefined });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <label class="text-filter">
      <Icon name="search" />
      <span class="visually-hidden">Filter by title or thoughts</span>
      <input
        ref={field}
        type="search"
        placeholder="Filter by text"
        maxLength={LONGEST_TEXT}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly from: Facets["projects"] | undefined;
  /** A value that is not counted. */
  readonly more: string | undefined;
  onChoose(value: string): void;
}

function Choice({ label, value = "", from = [], more, onChoose }: ChoiceProps) {
  const isListed = value === "" || value === more || from.some(({ name }) => name === value);
  return (
    <label class={value === "" ? "choice-field" : "choice-field is-set"}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">All</option>
        {!isListed && <option value={value}>{value}</option>}
        {from.map(({ name, count }) => (
          <option key={name} value={name}>
            {`${name === "_default" ? "none" : name} (${count})`}
          </option>
        ))}
        {more !== undefined && <option value={more}>{more}</option>}
      </select>
    </label>
  );
}
