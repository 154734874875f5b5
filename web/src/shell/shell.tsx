import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { tokenRequest } from "../data/token.ts";
import { go, route } from "../input/history.ts";
import { useShortcuts } from "../input/keys.ts";
import { Header } from "./header.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { QuestionsBanner } from "./questions-banner.tsx";
import { SearchDialog } from "./search-dialog.tsx";
import { SECTIONS } from "./sections.ts";
import { Toasts } from "./toasts.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import { ViewFrame } from "./view-frame.tsx";

const open = signal<"search" | "keys" | undefined>(undefined);
const openSearch = () => {
  open.value = "search";
};
const openKeys = () => {
  open.value = "keys";
};
const close = () => {
  open.value = undefined;
};

/** The page around each view. */
export function Shell() {
  const shortcuts = useMemo(
    () => [
      { keys: ["Mod+k"], does: "search", run: openSearch },
      { keys: ["?"], does: "show this list", run: openKeys },
      ...SECTIONS.map(({ title, to }, index) => ({
        keys: [String(index + 1)],
        does: `go to ${title.toLowerCase()}`,
        run: () => go(to),
      })),
    ],
    [],
  );
  useShortcuts("Everywhere", shortcuts);
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Header onSearch={openSearch} onKeys={openKeys} />
      <OfflineBanner />
      <QuestionsBanner />
      <main id="main" tabIndex={-1}>
        <ViewFrame route={route.value} />
      </main>
      <Toasts />
      {open.value === "search" && <SearchDialog onClose={close} />}
      {open.value === "keys" && <KeysDialog onClose={close} />}
      {tokenRequest.value && <TokenDialog isAgain={tokenRequest.value === "rejected"} />}
    </>
  );
}
