import { signal } from "@preact/signals";
import { settings } from "../../data/settings.ts";
import { addressOf, FILTER_FIELDS, routeOf, type SessionFilter } from "../../input/route.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";

const MOST = 12;

/** The addresses of saved filters, newest last. A saved filter is a link, so it can also be shared. */
const saved = signal<readonly string[]>(readSaved());

/** Links to the saved filters, and a button that saves the current one. */
export function SavedFilters({ filter }: { readonly filter: SessionFilter }) {
  const address = addressOf({ name: "home", filter });
  const isFiltered = Object.keys(filter).length > 0;
  const canSave = isFiltered && !saved.value.includes(address) && saved.value.length < MOST;
  if (saved.value.length === 0 && !canSave) return null;
  return (
    <div class="saved-filters">
      {saved.value.map((one) => (
        <span key={one} class="saved-filter">
          <a href={one} aria-current={one === address ? "page" : undefined}>
            <Visible text={nameOf(one)} />
          </a>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove the saved filter ${nameOf(one)}`}
            onClick={() => keep(saved.value.filter((other) => other !== one))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {canSave && (
        <button type="button" class="link-button" onClick={() => keep([...saved.value, address])}>
          Save this filter
        </button>
      )}
    </div>
  );
}

function keep(addresses: readonly string[]): void {
  saved.value = addresses;
  settings.set("filters", JSON.stringify(addresses));
}

function readSaved(): readonly string[] {
  try {
    const read: unknown = JSON.parse(settings.get("filters") ?? "[]");
    return Array.isArray(read)
      ? read.filter((one) => typeof one === "string" && one.startsWith("/?")).slice(0, MOST)
      : [];
  } catch {
    return [];
  }
}

/** The values of a filter, as its name. */
function nameOf(address: string): string {
  const to = routeOf(address);
  if (to.name !== "home") return address;
  return FILTER_FIELDS.flatMap((field) => to.filter[field] ?? []).join(", ");
}
