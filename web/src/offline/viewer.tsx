import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShortcuts } from "../input/keys.ts";
import { KeysDialog } from "../shell/keys-dialog.tsx";
import { Brief } from "./brief.tsx";
import type { HtmlSession } from "./data.ts";
import { findThoughts, highlightText } from "./find-text.ts";
import { gutterWidth } from "./gutter.tsx";
import { gutterLines } from "./gutter-lines.ts";
import { SessionHead } from "./session-head.tsx";
import { Statistics } from "./statistics.tsx";
import { moveAmongThoughts, showThought, thoughtElement } from "./thought-focus.ts";
import { ThoughtItem } from "./thought-item.tsx";
import { isPrinting } from "./thought-text.tsx";
import { Toolbar } from "./toolbar.tsx";

/** Thoughts of the first render; the others follow after the first paint. */
const FIRST = 200;
const NONE: readonly number[] = [];

/** A session to read, search and print without a server. */
export function Viewer({ data }: { readonly data: HtmlSession }) {
  const { thoughts, branches, lanes } = data;
  const [isWhole, setIsWhole] = useState(thoughts.length <= FIRST);
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => new Set());
  const [query, setQuery] = useState("");
  const [hit, setHit] = useState(0);
  const [isListOpen, setIsListOpen] = useState(false);
  const findField = useRef<HTMLInputElement>(null);
  const lines = useMemo(() => gutterLines(data), [data]);
  const counts = useMemo(() => countsOf(data), [data]);
  const hits = useMemo(() => (query.trim() === "" ? NONE : findThoughts(thoughts, query)), [thoughts, query]);
  const isHit = useMemo(() => new Set(hits), [hits]);

  useEffect(() => {
    if (!isWhole) afterPaint(() => setIsWhole(true));
  }, [isWhole]);
  useEffect(() => {
    if (isWhole && location.hash !== "") showThought(Number(location.hash.slice(2)));
  }, [isWhole]);
  useEffect(() => {
    const first = Math.max(0, hit - 20);
    const near = hits.slice(first, first + 40).map((index) => thoughtElement(thoughts[index]!.seq));
    highlightText(
      near.filter((element) => element !== null),
      query,
    );
  }, [hits, hit, isWhole, folded]);

  const foldable = useMemo(
    () => lanes.filter(({ branch }) => branch !== 0).map(({ branch }) => branch),
    [lanes],
  );
  const actions = useMemo(() => {
    const fold = (branch: number) =>
      setFolded((before) => {
        const after = new Set(before);
        if (!after.delete(branch)) after.add(branch);
        return after;
      });
    const foldAll = () => setFolded((before) => new Set(before.size > 0 ? [] : foldable));
    const goToHit = (index: number) => {
      if (hits.length === 0) return;
      const next = (index + hits.length) % hits.length;
      const { seq, branch } = thoughts[hits[next]!]!;
      setHit(next);
      setFolded((before) => new Set([...before].filter((one) => one !== branch)));
      afterPaint(() => showThought(seq));
    };
    return { fold, foldAll, goToHit };
  }, [foldable, hits, thoughts]);
  const shortcuts = useMemo(
    () => [
      { keys: ["j", "ArrowDown"], does: "next thought", run: () => moveAmongThoughts(1) },
      { keys: ["k", "ArrowUp"], does: "previous thought", run: () => moveAmongThoughts(-1) },
      { keys: ["/"], does: "find in this session", run: () => findField.current?.focus() },
      { keys: ["n"], does: "next match", run: () => actions.goToHit(hit + 1) },
      { keys: ["N"], does: "previous match", run: () => actions.goToHit(hit - 1) },
      { keys: ["f"], does: "fold or unfold all branches", run: actions.foldAll },
      { keys: ["?"], does: "show this list", run: () => setIsListOpen(true) },
    ],
    [actions, hit],
  );
  useShortcuts("This session", shortcuts);

  const shown = isWhole || isPrinting.value ? thoughts : thoughts.slice(0, FIRST);
  return (
    <>
      <Toolbar
        query={query}
        findField={findField}
        hit={hit}
        hits={hits.length}
        hasBranches={foldable.length > 0}
        isFolded={folded.size > 0}
        onQuery={(text) => {
          setQuery(text);
          setHit(0);
        }}
        onHit={(step) => actions.goToHit(hit + step)}
        onFirstHit={() => actions.goToHit(hit)}
        onFoldAll={actions.foldAll}
        onKeys={() => setIsListOpen(true)}
      />
      <main id="main" tabIndex={-1}>
        <SessionHead data={data} />
        <Brief brief={data.brief} />
        <Statistics analysis={data.analysis} />
        <h2 class="visually-hidden">Thoughts</h2>
        <div style={{ "--gutter": `${gutterWidth(data.width)}px` }}>
          {partsOf(shown).map((part) => (
            <ol key={part[0]!.seq} class="thoughts">
              {part.map((thought) => {
                const { seq, branch, revises } = thought;
                const isFirst = branch !== 0 && counts.first[branch] === seq;
                const isFolded = folded.has(branch);
                if (isFolded && !isFirst && !isPrinting.value) return null;
                return (
                  <ThoughtItem
                    key={seq}
                    thought={thought}
                    lines={lines[seq - 1]!}
                    branch={branches[branch]!}
                    fate={data.fates[branch] ?? undefined}
                    // One object per state, so that an unchanged thought is not rendered again.
                    heading={isFirst ? counts.heads[branch]![isFolded ? 1 : 0] : undefined}
                    revised={revises === 0 ? undefined : thoughts[revises - 1]}
                    isHit={isHit.has(seq - 1)}
                    onFold={actions.fold}
                  />
                );
              })}
            </ol>
          ))}
        </div>
      </main>
      {isListOpen && <KeysDialog onClose={() => setIsListOpen(false)} />}
    </>
  );
}

/** Thoughts per part. The browser skips rendering of distant parts, which is cheaper than skipping single thoughts. */
const PART = 20;

function partsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PART) }, (_, part) =>
    all.slice(part * PART, (part + 1) * PART),
  );
}

function countsOf({ branches, thoughts, lanes }: HtmlSession) {
  const count = branches.map(() => 0);
  for (const { branch } of thoughts) count[branch]!++;
  const first = branches.map((_, branch) => lanes.find((lane) => lane.branch === branch)?.first ?? 0);
  const heads = count.map((thoughtCount) => [
    { count: thoughtCount, isFolded: false },
    { count: thoughtCount, isFolded: true },
  ]);
  return { first, heads };
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
