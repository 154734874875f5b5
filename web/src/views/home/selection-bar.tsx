import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import { asApiError } from "../../data/resource.ts";
import { countText } from "../../text/count-text.ts";
import { saveAs } from "../../ui/save-as.ts";
import { say } from "../../ui/toast.ts";
import { clearSelection, selection } from "./selection.ts";

/** What can be done with the selected sessions. The region is always rendered, so that screen readers announce it. */
export function SelectionBar() {
  const ids = [...selection.value];
  const [isBusy, setIsBusy] = useState(false);
  const exportAll = async () => {
    setIsBusy(true);
    try {
      const texts: string[] = [];
      for (const id of ids) texts.push(await (await api.exportSession(id, "markdown")).text());
      saveAs(new Blob([texts.join("\n\n")], { type: "text/markdown" }), "sessions.md");
      say(`Saved ${countText(ids.length, "session")} as sessions.md.`);
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
    setIsBusy(false);
  };
  return (
    <div class="selection-bar" role="status">
      {ids.length > 0 && (
        <div class="selection-tools">
          <span>{countText(ids.length, "session")} selected</span>
          <button type="button" class="button small" disabled={isBusy} onClick={() => void exportAll()}>
            {isBusy ? "Exporting…" : "Export as Markdown"}
          </button>
          <button type="button" class="button small" onClick={clearSelection}>
            Clear selection
          </button>
        </div>
      )}
    </div>
  );
}
