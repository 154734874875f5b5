import type { DatabaseSync } from "node:sqlite";
import type { Scope } from "./search-scope.ts";

/** Limits on what a search reads. */
export interface Bounds {
  /**
   * How many of the newest matches of a word are considered. It bounds a search for a word that half of all thoughts
   * contain; SQLite's own ranking reads every match first.
   */
  readonly newest: number;
  /** The same if each match needs a lookup of its session. */
  readonly newestHeld: number;
  /** This many matches in the wanted sessions are enough if finding more is expensive. */
  readonly enough: number;
  /** The same for one session that is scattered among others. */
  readonly enoughOfOne: number;
  /**
   * The thoughts of many scattered sessions are found among this many of the newest matches of all, and then by looking up
   * this many of their own one by one.
   */
  readonly read: number;
  readonly lookups: number;
}

/** For a search, which shows the best. */
const FOR_SEARCH: Bounds = {
  newest: 2_000,
  newestHeld: 1_000,
  enough: 200,
  enoughOfOne: 200,
  read: 5_000,
  lookups: 400,
};
/** Up to this many sessions are searched one by one, without reading the newest matches of all. */
const FEW_SESSIONS = 20;
/** A session is scattered if others wrote more than this many thoughts for each of its own in the meantime. */
const SCATTERED = 16;

/**
 * A position as a bound value. Node binds numbers as floating point, which the text index does not treat as a bound: it
 * would read every match, and answer `rowid = ?` with the wrong one.
 */
const POSITION = "CAST(? AS INTEGER)";

/**
 * The most matches that are read at once to find those of many sessions, and the most ranges that are read after them: a
 * range costs as much as a thousand matches.
 */
const MOST_AT_ONCE = 20_000;
const MOST_RANGES = 30;

/** A lookup takes longer the more words its expression has; one for a misspelled word has hundreds. */
const FEW_WORDS = 4;

/** A gap of up to this many positions is cheaper to read than to skip with a new range. */
const NEAR = 600;

/** The positions of the thoughts that match an expression, newest first. */
export interface Matches {
  readonly positions: readonly number[];
  /** False if there are older ones that were not read. */
  readonly isAll: boolean;
}

/** Finds the matches of an expression in a scope. */
export interface Find {
  (words: string): Matches;
  /** Whether a thought has the source and owner of the scope. */
  isMarked(position: number): boolean;
}

/** A range of positions that contains a session, or several that lie close together. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** The range of positions of one session. */
interface Span extends Stretch {
  readonly id: string;
  /** Whether no other session has a position in it. */
  readonly isWhole: boolean;
}

/** The positions of the sessions of a scope: in ranges of their own, or scattered among many others. */
interface Layout {
  /** Of each session that is not scattered, oldest first. */
  readonly spans: readonly Span[];
  /** The length of the longest of them. */
  readonly longest: number;
  readonly stretches: readonly Stretch[];
  /** Newest first. */
  readonly scattered: readonly Scattered[];
}

/** A session that is scattered among others. */
interface Scattered {
  readonly id: string;
  readonly thoughts: number;
  readonly newest: number;
}

/**
 * Creates the function that finds the matches of words in a scope. It reads few matches outside of the scope, so that a
 * search for a common word in a small project stays fast.
 */
export function createMatches(db: DatabaseSync, bounds: Bounds = FOR_SEARCH): (scope: Scope) => Find {
  const { newest, newestHeld, enough, enoughOfOne } = bounds;
  const sql = prepare(db, bounds);

  function everywhere(expression: string, { first, last }: Stretch): Matches {
    const rows = sql.everywhere.all(expression, first, last);
    return { positions: rows.map((row) => row.position as number), isAll: rows.length < newest };
  }

  function everywhereBut(expression: string, { first, last }: Stretch, except: ReadonlySet<string>): Matches {
    const found: number[] = [];
    for (let end = last; end >= first && found.length < newest; ) {
      const { positions, isAll, reached } = read(expression, { first, last: end }, (id) => !except.has(id));
      found.push(...positions);
      if (isAll) return { positions: found, isAll };
      end = reached - 1;
    }
    return { positions: found, isAll: false };
  }

  /** The newest matches in a range that are in these sessions; `reached` is where reading ended. */
  function readOwn(expression: string, { first, last }: Stretch, layout: Layout, most: number) {
    const text = sql.positions.get(expression, first, last, most)!.positions as string | null;
    const positions = text === null ? [] : text.split(" ").map(Number);
    positions.sort((a, b) => b - a);
    const isAll = positions.length < most;
    return { positions: ownOf(positions, layout), isAll, reached: isAll ? first : positions.at(-1)! };
  }

  /** Those of some positions, newest first, that belong to the sessions. */
  function ownOf(positions: readonly number[], { spans, longest }: Layout): number[] {
    // Spans that begin after a position contain neither it nor an older one.
    let at = spans.length - 1;
    const found: number[] = [];
    for (const position of positions) {
      while (at >= 0 && spans[at]!.first > position) at--;
      for (let other = at; other >= 0 && position - spans[other]!.first <= longest; other--) {
        const span = spans[other]!;
        if (span.last < position) continue;
        if (span.isWhole || sql.sessionOf.get(position)?.session_id === span.id) {
          found.push(position);
          break;
        }
      }
    }
    return found;
  }

  /** Matches in many sessions, none of which is scattered. */
  function inMany(expression: string, scope: Scope, layout: Layout): Matches {
    const { first, last, thoughts } = scope;
    const needed = Math.ceil((enough * (last - first + 1)) / Math.max(1, thoughts));
    const most = Math.max(newestHeld, Math.min(MOST_AT_ONCE, needed));
    const { positions: found, isAll, reached } = readOwn(expression, scope, layout, most);
    if (isAll || found.length >= enough / 2) return { positions: found, isAll };
    const older = layout.stretches.filter((stretch) => stretch.first < reached);
    for (const stretch of older.slice(0, MOST_RANGES)) {
      if (found.length >= enough) break;
      const part = { first: stretch.first, last: Math.min(stretch.last, reached - 1) };
      found.push(...readOwn(expression, part, layout, newestHeld).positions);
    }
    return { positions: found, isAll: older.length <= MOST_RANGES && found.length < enough };
  }

  /** The newest matches in a range, filtered by session; `reached` is where reading ended. */
  function read(
    expression: string,
    { first, last }: Stretch,
    wants: (sessionId: string) => boolean,
    most = newestHeld,
  ) {
    const rows = sql.withSession.all(expression, first, last, most);
    const isAll = rows.length < most;
    return {
      positions: rows.filter((row) => wants(row.session_id as string)).map((row) => row.position as number),
      isAll,
      reached: isAll ? first : (rows.at(-1)!.position as number),
    };
  }

  function layOut(sessions: ReadonlySet<string>, { first, last }: Stretch): Layout {
    const spans: Span[] = [];
    const scattered: Scattered[] = [];
    for (const id of sessions) {
      const end = sql.newest.get(id);
      if (!end) continue;
      const oldest = sql.oldest.get(id)!.position as number;
      const newest = end.position as number;
      const [begin, until] = [Math.max(first, oldest), Math.min(last, newest)];
      if (until < begin) continue;
      const isWhole = newest - oldest + 1 === end.seq;
      const thoughts = end.seq as number;
      if (until - begin > SCATTERED * thoughts) scattered.push({ id, thoughts, newest });
      else spans.push({ id, first: begin, last: until, isWhole });
    }
    spans.sort((a, b) => a.first - b.first);
    scattered.sort((a, b) => b.newest - a.newest);
    const longest = spans.reduce((most, span) => Math.max(most, span.last - span.first), 0);
    return { spans, longest, stretches: joined(spans), scattered };
  }

  /** The newest matches among the thoughts of scattered sessions, of which it looks up this many. */
  function readScattered(
    expression: string,
    { scattered }: Layout,
    { first, last }: Stretch,
    lookups: number,
  ): number[] {
    const found: number[] = [];
    let left = lookups;
    for (const { id } of scattered) {
      let ofThis = 0;
      for (const row of sql.ownPositions.iterate(id)) {
        const position = row.position as number;
        if (position < first || ofThis >= enoughOfOne) break;
        if (position > last) continue;
        if (left === 0) return found;
        left -= 1;
        if (!sql.alone.get(expression, position)) continue;
        found.push(position);
        ofThis += 1;
      }
    }
    return found;
  }

  function inSessions(
    expression: string,
    scope: Scope,
    sessions: ReadonlySet<string>,
    layout: Layout,
  ): Matches {
    const found: number[] = [];
    const wants = (id: string) => sessions.has(id);
    let { last } = scope;
    const words = expression.split(/ OR | AND /).length;
    const isExact = sessions.size <= FEW_SESSIONS && words <= FEW_WORDS;
    const lookups = isExact
      ? Number.POSITIVE_INFINITY
      : Math.ceil((bounds.lookups * FEW_WORDS) / Math.max(FEW_WORDS, words));
    const isLong = layout.scattered.reduce((sum, { thoughts }) => sum + thoughts, 0) > lookups;
    // Most often the first read is enough.
    const reads =
      layout.scattered.length === 0 ? [] : [newestHeld, ...(isLong || isExact ? [bounds.read] : [])];
    for (const most of reads) {
      const page = read(expression, { first: scope.first, last }, wants, most);
      found.push(...page.positions);
      if (page.isAll || found.length >= enough) return { positions: found, isAll: page.isAll };
      last = page.reached - 1;
    }
    for (const stretch of layout.stretches) {
      for (let end = Math.min(stretch.last, last); end >= stretch.first && found.length < newestHeld; ) {
        const { positions, reached } = read(expression, { first: stretch.first, last: end }, wants);
        found.push(...positions);
        end = reached - 1;
      }
    }
    found.push(...readScattered(expression, layout, { first: scope.first, last }, lookups));
    const positions = [...new Set(found)].sort((a, b) => b - a);
    return { positions, isAll: positions.length < enough && !isLong };
  }

  return (scope) => {
    const { sessions, except } = scope;
    const held = scope.marks.map((mark) => ` AND (source : "${mark}")`).join("");
    const layout = sessions && layOut(sessions, scope);
    const marks = scope.marks.map((mark) => `(source : "${mark}")`).join(" AND ");
    const find = (words: string): Matches => {
      if (scope.first > scope.last || sessions?.size === 0) return { positions: [], isAll: true };
      const expression = `({content extra} : (${words}))${held}`;
      if (sessions && layout && sessions.size > FEW_SESSIONS && layout.scattered.length === 0)
        return inMany(expression, scope, layout);
      if (sessions && layout) return inSessions(expression, scope, sessions, layout);
      return except ? everywhereBut(expression, scope, except) : everywhere(expression, scope);
    };
    /** The times of imported thoughts are not in the order of positions, so they are compared one by one. */
    const isInTime = (position: number) => {
      const time = sql.time.get(position)?.created_at as number;
      return time >= scope.times!.since && time <= scope.times!.until;
    };
    const findTimed = (words: string): Matches => {
      const { positions, isAll } = find(words);
      return { positions: positions.filter(isInTime), isAll };
    };
    return Object.assign(scope.times ? findTimed : find, {
      isMarked: (position: number) => marks === "" || sql.alone.get(marks, position) !== undefined,
    });
  };
}

function prepare(db: DatabaseSync, { newest }: Bounds) {
  const match = "thought_text MATCH ? AND thought_text.rowid";
  const newestFirst = `${match} BETWEEN ${POSITION} AND ${POSITION} ORDER BY thought_text.rowid DESC LIMIT`;
  return {
    time: db.prepare("SELECT created_at FROM thought WHERE position = ?"),
    everywhere: db.prepare(`SELECT rowid AS position FROM thought_text WHERE ${newestFirst} ${newest}`),
    positions: db.prepare(
      `SELECT group_concat(position, ' ') AS positions
       FROM (SELECT rowid AS position FROM thought_text WHERE ${newestFirst} ?)`,
    ),
    withSession: db.prepare(
      `SELECT t.position, t.session_id FROM thought_text JOIN thought t ON t.position = thought_text.rowid
       WHERE ${newestFirst} ?`,
    ),
    alone: db.prepare(`SELECT 1 FROM thought_text WHERE ${match} = ${POSITION}`),
    sessionOf: db.prepare("SELECT session_id FROM thought WHERE position = ?"),
    oldest: db.prepare("SELECT position FROM thought WHERE session_id = ? ORDER BY seq LIMIT 1"),
    newest: db.prepare("SELECT position, seq FROM thought WHERE session_id = ? ORDER BY seq DESC LIMIT 1"),
    ownPositions: db.prepare("SELECT position FROM thought WHERE session_id = ? ORDER BY seq DESC"),
  };
}

/** Merges ranges that lie close together; newest first. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const apart: Stretch[] = [];
  for (const stretch of stretches.toSorted((a, b) => b.last - a.last)) {
    const later = apart.at(-1);
    if (later && stretch.last >= later.first - NEAR)
      apart[apart.length - 1] = { first: Math.min(stretch.first, later.first), last: later.last };
    else apart.push(stretch);
  }
  return apart;
}
