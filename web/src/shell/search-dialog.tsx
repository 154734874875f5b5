import { useState } from "preact/hooks";
import { go } from "../input/history.ts";
import { sessionRoute } from "../input/route.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SearchPanel } from "../views/search/search-panel.tsx";

/** Search over the page: choosing a result goes there. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState("");
  return (
    <Dialog title="Search everything" class="search-dialog" onClose={onClose}>
      <SearchPanel
        query={query}
        onQuery={setQuery}
        onChoose={({ sessionId, seq }) => {
          onClose();
          go(sessionRoute(sessionId, seq));
        }}
        onAll={() => {
          onClose();
          go({ name: "search", q: query });
        }}
      />
    </Dialog>
  );
}
