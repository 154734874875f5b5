import type { ComponentChildren } from "preact";
import { api } from "../../data/api.ts";
import { useResource } from "../../data/resource.ts";
import { go } from "../../input/history.ts";
import { AGES, addressOf, KINDS, type Route, type SearchFilter } from "../../input/route.ts";

type SearchRoute = Extract<Route, { name: "search" }>;

const AGE_NAMES = { day: "Last day", week: "Last week", month: "Last month" } as const;

const KIND_NAMES: Readonly<Record<(typeof KINDS)[number], string>> = {
  decision: "Decisions",
  dead_end: "Dead ends",
  open: "Open questions",
  answered: "Answers",
  next: "Next steps",
  outcome: "Outcomes",
  note: "Notes of people",
  thought: "Thoughts",
};

/** The filters of the search page. They are in the address. */
export function SearchFilters({ route }: { readonly route: SearchRoute }) {
  const facets = useResource("facets", (signal) => api.facets({ signal })).data;
  const { filter } = route;
  const choose = (name: keyof SearchFilter, value: string) => {
    const { [name]: _, ...rest } = filter;
    go({ ...route, filter: { ...rest, ...(value !== "" && { [name]: value }) } });
  };
  const names = (listed: readonly { readonly name: string }[] | undefined, chosen: string | undefined) =>
    [...new Set([...(listed ?? []).map(({ name }) => name), ...(chosen ? [chosen] : [])])].map((name) => (
      <option key={name} value={name}>
        {name === "_default" ? "none" : name}
      </option>
    ));
  return (
    <div class="search-filters">
      <Choice label="Project" value={filter.project} onChoose={(value) => choose("project", value)}>
        {names(facets?.projects, filter.project)}
      </Choice>
      <Choice label="Source" value={filter.source} onChoose={(value) => choose("source", value)}>
        {names(facets?.sources, filter.source)}
      </Choice>
      <Choice label="Kind" value={filter.kind} onChoose={(value) => choose("kind", value)}>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_NAMES[kind]}
          </option>
        ))}
      </Choice>
      <Choice label="Time" value={filter.within} onChoose={(value) => choose("within", value)}>
        {AGES.map((age) => (
          <option key={age} value={age}>
            {AGE_NAMES[age]}
          </option>
        ))}
      </Choice>
      {Object.keys(filter).length > 0 && (
        <a class="search-clear" href={addressOf({ ...route, filter: {} })}>
          Clear
        </a>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly children: ComponentChildren;
  onChoose(value: string): void;
}

function Choice({ label, value = "", children, onChoose }: ChoiceProps) {
  return (
    <label class="search-choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">All</option>
        {children}
      </select>
    </label>
  );
}
