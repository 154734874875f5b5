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
}

/** For a search, which shows the best. */
const FOR_SEARCH: Bounds = { newest: 2000, newestHeld: 1000, enough: 200, enoughOfOne: 200 };
/** Up to this many sessions are searched one by one, without reading the newest matches of all. */
const FEW_SESSIONS = 20;
/** A session is scattered if others wrote more than this many thoughts for each of its own in the meantime. */
const SCATTERED = 16;

/**
 * A position as a bound value. Node binds numbers as floating point, which the text index does not treat as a bound: it
 * would read every match, and answer `rowid = ?` with the wrong one.
 */
const POSITION = "CAST(? AS INTEGER)";

/** Up to this many thoughts in the wanted sessions are listed once, so that matches need no lookup of their session. */
const MOST_LISTED = 20_000;
/** If a word seems to have at most this many matches in all, they are read at once. */
const READ_AT_ONCE = 4_000;

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

/** The positions of the sessions of a scope: in ranges of their own, or scattered among many others. */
interface Layout {
  readonly stretches: readonly Stretch[];
  readonly scattered: readonly string[];
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

  /** The newest matches in a range among these positions; `reached` is where reading ended. */
  function readOwn(expression: string, { first, last }: Stretch, own: ReadonlySet<number>, most: number) {
    const positions = sql.newestFew.all(expression, first, last, most).map((row) => row.position as number);
    const isAll = positions.length < most;
    return {
      positions: positions.filter((position) => own.has(position)),
      isAll,
      reached: isAll ? first : positions.at(-1)!,
    };
  }

  /** The same in sessions with few thoughts, whose positions are known. */
  function inFew(
    expression: string,
    scope: Stretch,
    own: ReadonlySet<number>,
    { stretches, scattered }: Layout,
  ): Matches {
    const newest = readOwn(expression, scope, own, newestHeld);
    if (newest.isAll || newest.positions.length >= enough) return newest;
    const found = [...newest.positions];
    const read = scope.last - newest.reached + 1;
    const rest = { first: scope.first, last: newest.reached - 1 };
    if ((newestHeld * (rest.last - rest.first + 1)) / read <= READ_AT_ONCE || scattered.length > 0) {
      const others = readOwn(expression, rest, own, READ_AT_ONCE);
      found.push(...others.positions);
      if (others.isAll || found.length >= enough) return { positions: found, isAll: others.isAll };
      rest.last = others.reached - 1;
    }
    for (const stretch of stretches) {
      const part = { first: Math.max(stretch.first, rest.first), last: Math.min(stretch.last, rest.last) };
      if (part.first > part.last) continue;
      found.push(...readOwn(expression, part, own, newestHeld).positions);
      if (found.length >= enough) return { positions: found, isAll: false };
    }
    for (const id of scattered) found.push(...readScattered(expression, id, rest));
    const positions = [...new Set(found)].sort((a, b) => b - a);
    return { positions, isAll: positions.length < enough };
  }

  /** The newest matches in a range, filtered by session; `reached` is where reading ended. */
  function read(expression: string, { first, last }: Stretch, wants: (sessionId: string) => boolean) {
    const rows = sql.withSession.all(expression, first, last);
    const isAll = rows.length < newestHeld;
    return {
      positions: rows.filter((row) => wants(row.session_id as string)).map((row) => row.position as number),
      isAll,
      reached: isAll ? first : (rows.at(-1)!.position as number),
    };
  }

  function layOut(sessions: ReadonlySet<string>, { first, last }: Stretch): Layout {
    const stretches: Stretch[] = [];
    const scattered: string[] = [];
    for (const id of sessions) {
      const end = sql.newest.get(id);
      if (!end) continue;
      const begin = Math.max(first, sql.oldest.get(id)!.position as number);
      const until = Math.min(last, end.position as number);
      if (until < begin) continue;
      if (until - begin > SCATTERED * (end.seq as number)) scattered.push(id);
      else stretches.push({ first: begin, last: until });
    }
    return { stretches: joined(stretches), scattered };
  }

  function readScattered(expression: string, id: string, { first, last }: Stretch): number[] {
    const found: number[] = [];
    for (const row of sql.ownPositions.iterate(id)) {
      const position = row.position as number;
      if (position < first || found.length >= enoughOfOne) break;
      if (position <= last && sql.alone.get(expression, position)) found.push(position);
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
    if (sessions.size > FEW_SESSIONS || layout.scattered.length > 0) {
      const { positions, isAll, reached } = read(expression, scope, wants);
      if (isAll || positions.length >= enough) return { positions, isAll };
      found.push(...positions);
      last = reached - 1;
    }
    for (const stretch of layout.stretches) {
      for (let end = Math.min(stretch.last, last); end >= stretch.first && found.length < newestHeld; ) {
        const { positions, reached } = read(expression, { first: stretch.first, last: end }, wants);
        found.push(...positions);
        end = reached - 1;
      }
    }
    for (const id of layout.scattered)
      found.push(...readScattered(expression, id, { first: scope.first, last }));
    const positions = [...new Set(found)].sort((a, b) => b - a);
    return { positions, isAll: positions.length < enough };
  }

  return (scope) => {
    const { sessions, except } = scope;
    const held = scope.marks.map((mark) => ` AND (source : "${mark}")`).join("");
    const layout = sessions && layOut(sessions, scope);
    let listed: ReadonlySet<number> | undefined;
    const own = (): ReadonlySet<number> => {
      listed ??= new Set(
        [...sessions!].flatMap((id) => sql.ownPositions.all(id).map((row) => row.position as number)),
      );
      return listed;
    };
    const marks = scope.marks.map((mark) => `(source : "${mark}")`).join(" AND ");
    const find = (words: string): Matches => {
      if (scope.first > scope.last || sessions?.size === 0) return { positions: [], isAll: true };
      const expression = `({content extra} : (${words}))${held}`;
      if (sessions && layout && sessions.size > FEW_SESSIONS && scope.thoughts <= MOST_LISTED)
        return inFew(expression, scope, own(), layout);
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

function prepare(db: DatabaseSync, { newest, newestHeld }: Bounds) {
  const match = "thought_text MATCH ? AND thought_text.rowid";
  const newestFirst = `${match} BETWEEN ${POSITION} AND ${POSITION} ORDER BY thought_text.rowid DESC LIMIT`;
  return {
    time: db.prepare("SELECT created_at FROM thought WHERE position = ?"),
    everywhere: db.prepare(`SELECT rowid AS position FROM thought_text WHERE ${newestFirst} ${newest}`),
    newestFew: db.prepare(`SELECT rowid AS position FROM thought_text WHERE ${newestFirst} ?`),
    withSession: db.prepare(
      `SELECT t.position, t.session_id FROM thought_text JOIN thought t ON t.position = thought_text.rowid
       WHERE ${newestFirst} ${newestHeld}`,
    ),
    alone: db.prepare(`SELECT 1 FROM thought_text WHERE ${match} = ${POSITION}`),
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
