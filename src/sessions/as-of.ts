import { Failure, type Moment, type Note, type Thought } from "../ledger/index.ts";
import type { OutlineEntry, SessionRecord, Store, ThoughtRange } from "../store/port.ts";

/** The most thoughts and outline entries that a store returns at once. */
const MOST_THOUGHTS = 1_000;
const MOST_ENTRIES = 20_000;

/**
 * A view of a store in which one session is as it was at a moment: later thoughts, facts, notes and critiques are left
 * out. Title and tags are those of today, because edits replace them, and redacted thoughts stay redacted.
 */
export async function storeAsOf(store: Store, session: SessionRecord, moment: Moment): Promise<Store> {
  const { id } = session;
  const past = await readPast(store, session, moment);
  const { last, at } = past;
  const includes = (seq: number): boolean => seq <= past.lastSeq && !past.excluded.has(seq);

  /** Reads included rows only; stops behind the last of them. */
  async function included<T extends { readonly seq: number }>(
    read: (range: ThoughtRange) => Promise<readonly T[]>,
    { after = 0, limit }: ThoughtRange,
    most: number,
  ): Promise<readonly T[]> {
    const wanted = Math.min(limit ?? most, most);
    const found: T[] = [];
    for (let from = after; from < past.lastSeq && found.length < wanted; ) {
      const page = await read({ after: from, limit: wanted });
      found.push(...page.filter(({ seq }) => includes(seq)));
      if (page.length < wanted) break;
      from = page.at(-1)!.seq;
    }
    return found.slice(0, wanted);
  }

  const { needsInput: _, needsInputOn: __, archived, archivedAt, ...lasting } = session;
  const wasArchived = archived && archivedAt !== undefined && archivedAt <= at;
  const seen: SessionRecord = {
    ...(past.isWhole ? session : lasting),
    ...(wasArchived && { archived, archivedAt }),
    status: past.isWhole ? session.status : last && !last.nextThoughtNeeded ? "completed" : "active",
    updatedAt: last?.createdAt ?? session.createdAt,
    thoughtCount: past.count,
    branchCount: past.branchCount,
  };
  return {
    ...store,
    session: async (wanted) => (wanted === id ? seen : store.session(wanted)),
    thoughts: async (wanted, range) =>
      wanted === id
        ? (await included((part) => store.thoughts(id, part), range, MOST_THOUGHTS)).map((one) =>
            thoughtAt(one, at),
          )
        : store.thoughts(wanted, range),
    outline: async (wanted, range) =>
      wanted === id
        ? included((part) => store.outline(id, part), range, MOST_ENTRIES)
        : store.outline(wanted, range),
    async facts(wanted, range) {
      const facts = await store.facts(wanted, range);
      if (wanted !== id) return facts;
      return facts
        .filter(({ seq }) => includes(seq))
        .map(({ replacedBy, ...fact }) =>
          replacedBy === undefined || !includes(replacedBy) ? fact : { ...fact, replacedBy },
        );
    },
    async notes(wanted, filter) {
      if (wanted !== id) return store.notes(wanted, filter);
      const notes = (await store.notes(id, {})).filter(({ createdAt }) => createdAt <= at);
      const then = notes.map((note) => noteAt(note, at));
      const kept = filter.open ? then.filter(({ state }) => state !== "answered") : then;
      return filter.limit === undefined ? kept : kept.slice(-filter.limit);
    },
    async sessionEnds(ids) {
      const ends = await store.sessionEnds(ids);
      return ends.flatMap((end) => {
        if (end.id !== id) return [end];
        return last ? [{ ...end, needsMore: last.nextThoughtNeeded, lastWords: last.beginning }] : [];
      });
    },
  };
}

/** What a session had at a moment. */
interface Past {
  readonly count: number;
  readonly branchCount: number;
  readonly last?: OutlineEntry | undefined;
  /** `seq` of the last included thought; 0 if there is none. */
  readonly lastSeq: number;
  /** Thoughts that arrived before the last one with a later time: imports keep the times of the source. */
  readonly excluded: ReadonlySet<number>;
  /** Whether nothing came later. */
  readonly isWhole: boolean;
  /** The time of the moment. */
  readonly at: string;
}

async function readPast(store: Store, session: SessionRecord, moment: Moment): Promise<Past> {
  const { count, branchCount, lastSeq, excluded, total } = await store.extent(session.id, moment);
  if ("seq" in moment && moment.seq > total) throw noSuchMoment(missingThought(moment.seq, total));
  if ("time" in moment && count === 0 && moment.time < session.createdAt)
    throw noSuchMoment(
      `the session did not exist at ${moment.time}: it began at ${session.createdAt}. Choose a later time.`,
    );
  const [last] = lastSeq === 0 ? [] : await store.outline(session.id, { after: lastSeq - 1, limit: 1 });
  const at = "time" in moment ? moment.time : last!.createdAt;
  return { count, branchCount, last, lastSeq, excluded: new Set(excluded), isWhole: count === total, at };
}

const missingThought = (seq: number, total: number): string =>
  total === 0
    ? `there is no thought #${seq}: the session has none. Choose a time.`
    : `there is no thought #${seq}: the session has #1 to #${total}. Choose one of these, or a time.`;

function thoughtAt(thought: Thought, at: string): Thought {
  const { critique, ...rest } = thought;
  return critique && typeof critique.timestamp === "string" && critique.timestamp > at ? rest : thought;
}

function noteAt(
  { deliveries, deliveredAt, at: place, answeredBy, answeredAt, ...note }: Note,
  at: string,
): Note {
  const isDelivered = deliveredAt !== undefined && deliveredAt <= at;
  const isAnswered = answeredAt !== undefined && answeredAt <= at;
  return {
    ...note,
    state: isAnswered ? "answered" : isDelivered ? "delivered" : "waiting",
    ...(isDelivered && { deliveries, deliveredAt, at: place }),
    ...(isAnswered && { answeredBy, answeredAt }),
  };
}

const noSuchMoment = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
