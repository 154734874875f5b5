import { useMemo, useRef, useState } from "preact/hooks";
import { go } from "../../input/history.ts";
import { useShortcuts } from "../../input/keys.ts";
import { addressOf, type Route } from "../../input/route.ts";
import { countText } from "../../text/count-text.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { VirtualList, type VirtualListHandle } from "../../ui/virtual-list/virtual-list.tsx";
import { compareChains } from "../session/model/chain.ts";
import "../session/session.css";
import "../session/outline/outline.css";
import "./compare.css";
import { MergeDialog } from "../edit/merge-dialog.tsx";
import { estimateHeight } from "../session/outline/row-height.ts";
import { parseBranchRef } from "./branch-ref.ts";
import { Facts } from "./facts.tsx";
import { Outcome } from "./outcome.tsx";
import { PairRow } from "./pair-row.tsx";
import { SideHead } from "./side-head.tsx";
import { type Side, useSide } from "./use-side.ts";

const BY_NAMES = { facts: "Facts", thoughts: "Thoughts" } as const;

/** Two branches side by side. The common start is folded, and thoughts of one side only are marked. */
export default function Compare({ route }: { readonly route: Extract<Route, { name: "compare" }> }) {
  useTitle("Compare");
  const [a, b] = [parseBranchRef(route.a), parseBranchRef(route.b)];
  const isOneSession = a.id === b.id;
  const left = useSide(a, !isOneSession);
  const right = useSide(b, !isOneSession);
  const comparison = useMemo(
    () => compareChains(left.chain, right.chain, keysOf(left, right), keysOf(right, left)),
    [left.chain, right.chain, left.contents, right.contents],
  );
  const { pairs, beginning } = comparison;
  const [isOpen, setIsOpen] = useState(false);
  const list = useRef<VirtualListHandle>(null);
  const [current, setCurrent] = useState(0);
  const hidden = isOpen ? 0 : beginning;
  const count = pairs.length - hidden;
  const keyOf = useMemo(() => (row: number) => row + hidden + 1, [pairs, hidden]);
  const estimate = useMemo(
    () => (row: number) => {
      const { left: one, right: other } = pairs[row + hidden]!;
      const height = (side: Side, seq = 0) =>
        seq === 0 ? 0 : estimateHeight(side.entries.beginning, seq, true);
      return Math.max(height(left, one), height(right, other));
    },
    [pairs, hidden],
  );
  const latest = useRef({ count, current });
  latest.current = { count, current };
  const shortcuts = useMemo(() => {
    const step = (by: 1 | -1) => {
      const next = Math.min(latest.current.count - 1, Math.max(0, latest.current.current + by));
      setCurrent(next);
      list.current?.show(next);
      requestAnimationFrame(() => document.getElementById(`pair-${next}`)?.focus({ preventScroll: true }));
    };
    return [
      { keys: ["j", "ArrowDown"], does: "next row", run: () => step(1) },
      { keys: ["k", "ArrowUp"], does: "previous row", run: () => step(-1) },
      { keys: ["x"], does: "fold or unfold the common start", run: () => setIsOpen((before) => !before) },
      { keys: ["s"], does: "swap sides", run: () => go({ ...route, a: route.b, b: route.a }) },
    ];
  }, [route]);
  useShortcuts("Compare", shortcuts);

  const only = (side: "left" | "right") =>
    pairs.filter((pair) => !pair.isShared && pair[side] !== undefined).length;
  // Known before they are loaded, so that the view does not change while they are.
  const areTwo = !isOneSession && [left, right].every(({ ref, error }) => ref.id !== "" && !error);
  const byFacts = areTwo && route.by === undefined;
  const [isMerging, setIsMerging] = useState(false);
  const isReady = !byFacts && a.id !== "" && b.id !== "" && left.isWhole && right.isWhole;
  return (
    <div class="compare-view">
      <h1 tabIndex={-1}>Compare</h1>
      <div class="sides">
        <SideHead side={left} name="Left" hasBranch={!byFacts} onChoose={(to) => go({ ...route, a: to })} />
        <SideHead side={right} name="Right" hasBranch={!byFacts} onChoose={(to) => go({ ...route, b: to })} />
      </div>
      {[left, right].map(
        ({ error, store, ref }, index) =>
          error && ref.id !== "" && <LoadError key={index} error={error} retry={() => void store.load()} />,
      )}
      {areTwo && (
        <div class="compare-tabs">
          <nav class="view-tabs" aria-label="Compare by">
            {([undefined, "thoughts"] as const).map((by) => (
              <a
                key={by}
                class="steady"
                data-text={BY_NAMES[by ?? "facts"]}
                href={addressOf({ ...route, by })}
                aria-current={route.by === by ? "page" : undefined}
              >
                {BY_NAMES[by ?? "facts"]}
              </a>
            ))}
          </nav>
          <div class="session-actions">
            <button
              type="button"
              class="button small"
              disabled={!left.session || !right.session}
              onClick={() => setIsMerging(true)}
            >
              Merge…
            </button>
          </div>
        </div>
      )}
      {byFacts && <Facts a={a.id} b={b.id} />}
      {isMerging && left.session && right.session && (
        <MergeDialog sessions={[left.session, right.session]} onClose={() => setIsMerging(false)} />
      )}
      {isReady && (
        <>
          <div class="outcomes">
            <Outcome side={left} />
            <Outcome side={right} />
          </div>
          <p class="compare-sum" role="status">
            {pairs.length === 0
              ? "Neither side has thoughts."
              : `${beginning === 0 ? "No common start" : `Common start: ${countText(beginning, "thought")}`}; ${only("left")} only left, ${only("right")} only right.`}
            {!isOneSession && !(left.contents && right.contents) && " Compared by their first characters."}
          </p>
          {beginning > 0 && (
            <button
              type="button"
              class="beginning-fold"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? "Hide" : "Show"} the common start ({countText(beginning, "thought")})
            </button>
          )}
          <VirtualList
            count={count}
            keyOf={keyOf}
            estimate={estimate}
            pinned={current}
            handle={list}
            render={(row) => (
              <PairRow
                row={row}
                pair={pairs[row + hidden]!}
                left={left}
                right={right}
                isCurrent={row === current}
              />
            )}
          />
        </>
      )}
    </div>
  );
}

/** Thoughts match by `seq` within one session and by content between two. */
function keysOf(own: Side, other: Side): (seq: number) => string {
  if (own.ref.id === other.ref.id) return String;
  const { contents, entries } = own;
  if (contents && other.contents) return (seq) => contents.get(seq) ?? `${own.ref.id} ${seq}`;
  return (seq) => entries.beginning[seq - 1]!;
}
