import { useState } from "preact/hooks";
import { go } from "../input/history.ts";
import { sessionRoute } from "../input/route.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SearchPanel } from "../views/search/search-panel.tsx";

/** The search dialog. Choosing a result opens it. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState("");
  return (
    <Dialog title="Search" class="search-dialog" onClose={onClose}>
      <SearchPanel
        query={query}
        onQuery={setQuery}
        onChoose={({ sessionId, seq }) => {
          onClose();
          go(sessionRoute(sessionId, seq || undefined));
        }}
        onAll={() => {
          onClose();
          go({ name: "search", q: query, filter: {} });
        }}
      />
    </Dialog>
  );
}
