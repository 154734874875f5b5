import type { Token } from "./tokens.ts";

/**
 * Words by what they say about the work, in their base forms. A class is a meaning, not a list of phrases that were seen:
 * a word belongs to it in any inflection.
 */
const VERBS = {
  /** Somebody binds themselves or others. */
  adopt: `accept adopt agree approve authorise authorize award bless book buy choose commit confirm contract
decide designate elect employ enable endorse engage enrol enroll enter fix grant hire install introduce keep land launch
lease license merge nominate opt ordain order pay permit pick pledge prefer promise publish purchase ratify register
rent reserve retain schedule select settle ship sign standardise standardize stick subscribe swear vote win formalise
formalize mandate prescribe appoint assign allot earmark deposit countersign finalise finalize lock pin green-light undertake`,
  /** Something is put in place, or takes the place of something else. */
  build: `add apply attach begin bring carry change convert create cut cutover deploy draw drive enforce fill fit fold
get give go hand hang hold implement insert issue lay limit make migrate mount move open paint pass place plant port post
produce put raise reduce release rename replace rewrite roll round run sell send serve set sew shift shorten skip split
start store swap switch take teach tie train trim turn use wire wrap write cap cast cook deliver feed grow hang host join
lower mark merge pack pour print record relabel rotate route seal shrink stretch tape tighten widen glue screw bolt weld
plaster sow knit bake load block live`,
  /** Something ends, or is taken back. */
  stop: `abandon abort annul axe ban bin bury cancel cease close condemn decline decommission delete disable discard discontinue dismiss
disqualify ditch drop dump eliminate end eject evict exclude expel expire forbid forgo halt jettison kill liquidate mothball nix
oust outlaw overrule park pause postpone prohibit pull purge quit recall refund refuse reject remove repeal rescind retire retract
return reverse revert revoke rip rule sack scrap shelve shut shutter stop strike suspend surrender tear terminate toss trash
uninstall undo unplug unwind veto void withdraw abolish bail renounce relinquish scratch scuttle back-out write-off`,
  /** Something does not work. */
  fail: `backfire blow break burn burst choke clog clash collapse corrupt crack crash crumble deadlock degrade deteriorate die diverge
explode fail fall falter flake flap flood freeze hang hurt leak lose miscarry miss mould overflow overheat overload overrun
overshoot peel rattle regress rot rust sag shatter shrink sink slip smell smother spoil stain stall starve stick stink stumble
swap swell tear thrash timeout topple tumble warp wilt wither wobble worsen wreck jam bounce flop forget ignore contradict
conflict prevent exceed suffer refute disprove sour drown limp struggle creak buckle`,
  /** Somebody tries something. */
  attempt: `attempt consider contemplate experiment explore float hope imagine intend mock plan play propose prototype
sketch spike suggest suppose tempt test toy trial try want expect dream weigh`,
  /** Somebody looks, measures or asks, which changes nothing by itself. */
  look: `analyse analyze ask browse call chat check collect compare compute count diff draft email estimate examine explain
fetch find flick glance grep guess hear inspect interview investigate learn list listen look mail measure meet mention note
notice observe open peek phone photograph plot ponder profile poke print query read reckon recount remember repeat replay reproduce
reread review ring run sample scan scroll search see show skim smell sort spot study talk taste tell text think time trace transcribe
translate try understand verify visit walk watch weigh wonder sum calculate simulate log scan tally dig trawl leaf redraw`,
  /** Something is not known or not done. */
  doubt: `await clarify depend differ disagree dispute doubt hinge hesitate owe pend puzzle question remain resolve wait
wonder worry matter bother`,
  /** A question gets its answer. */
  answer: `admit answer announce clarify concede conclude confirm explain indicate inform prove reply report respond
reveal say settle show solve state tell acknowledge deny assure`,
  /** How it came out. */
  result: `achieve arrive complete deliver drop earn end fall finish gain get go hold improve last measure pass
reach recover rise save score sell shrink succeed survive total win work peak average double halve`,
  /** Something is as it is, for good. */
  state: `belong carry consist contain count cover get go have hold include keep last lie live need own
rest run serve sit stand stay take wait wear bear come remain`,
  /** It may or must be. */
  modal: `can could may might must shall should will would ought need`,
} as const;

const WORDS = {
  be: `is are was were been be being`,
  now: `now nowadays henceforth onwards hereafter already meanwhile anymore today`,
  future: `tomorrow next later soon upcoming afterwards then once`,
  day: `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekend
january february march april june july august september october november december spring summer autumn winter`,
  only: `only exactly solely alone just single sole`,
  all: `all every each always any everybody everyone everything both whole entire forever`,
  never: `never nothing none neither nor nowhere`,
  nobody: `nobody noone no-one`,
  not: `not no without n't cannot hardly`,
  instead: `instead rather than over`,
  but: `but however though although yet except unfortunately alas`,
  cause: `because since so hence therefore thus consequently accordingly`,
  back: `back again off out away gone down aside behind`,
  unknown: `whether unclear unknown unsure undecided unresolved unsettled uncertain open pending tbd outstanding unanswered idea clue`,
  still: `still yet ever`,
  maybe: `maybe perhaps possibly probably likely apparently presumably seemingly supposedly allegedly`,
  idle: `interesting fine okay ok hm hmm fun nice lovely weird odd funny boring usual normal ordinary familiar harmless unrelated surprising suspicious
plausible curious right wow aha alas anyway frankly honestly quiet`,
  bad: `worse worst wrong useless pointless worthless hopeless impossible unusable expensive costly slow slower late dead bad poor
ugly broken unreadable unreliable unstable unsafe illegal unworkable infeasible unacceptable heavy fragile wasted futile moot hazardous`,
  good: `better best clean faster cheaper whole stable safe ready done live green finished complete perfect`,
  end: `done finished complete completed closed total overall altogether finally over merged shipped`,
  first: `first initially originally earlier previously before formerly`,
  we: `we us our ours`,
  i: `i me my mine`,
  person: `he she they his her their him them`,
  it: `it this that these those which`,
  ask: `who what why how where when which whose`,
  plan: `todo plan plans planned next steps step left remaining remains tasks task follow-up`,
  goal: `goal aim target objective budget deadline limit rule default standard policy`,
  standing: `per daily weekly monthly nightly hourly yearly max maximum minimum limit default permanently`,
  money: `euro euros eur dollar dollars usd pound pounds cents percent`,
} as const;

/** The classes of words, in a fixed order. */
export const CLASSES = [
  ...Object.keys(VERBS).flatMap((name) => [`${name}`, `${name}:past`]),
  ...Object.keys(WORDS),
] as readonly string[];

const IRREGULAR: Readonly<Record<string, string>> = {
  choose: "chose chosen",
  buy: "bought",
  pay: "paid",
  keep: "kept",
  stick: "stuck",
  win: "won",
  swear: "swore sworn",
  undertake: "undertook undertaken",
  begin: "began begun",
  bring: "brought",
  draw: "drew drawn",
  drive: "drove driven",
  get: "got gotten",
  give: "gave given",
  go: "went gone",
  hang: "hung",
  hold: "held",
  lay: "laid",
  make: "made",
  rewrite: "rewrote rewritten",
  run: "ran",
  sell: "sold",
  send: "sent",
  sew: "sewn",
  take: "took taken",
  teach: "taught",
  write: "wrote written",
  feed: "fed",
  grow: "grew grown",
  sow: "sown",
  forbid: "forbade forbidden",
  forgo: "forwent",
  strike: "struck stricken",
  tear: "tore torn",
  undo: "undid undone",
  unwind: "unwound",
  withdraw: "withdrew withdrawn",
  blow: "blew blown",
  break: "broke broken",
  burn: "burnt",
  fall: "fell fallen",
  freeze: "froze frozen",
  lose: "lost",
  shrink: "shrank shrunk",
  sink: "sank sunk",
  stink: "stank",
  swell: "swollen",
  overrun: "overran",
  smell: "smelt",
  spoil: "spoilt",
  forget: "forgot forgotten",
  overshoot: "overshot",
  dream: "dreamt",
  find: "found",
  hear: "heard",
  meet: "met",
  read: "",
  ring: "rang rung",
  see: "saw seen",
  show: "shown",
  tell: "told",
  think: "thought",
  understand: "understood",
  dig: "dug",
  say: "said",
  deny: "denied",
  rise: "rose risen",
  have: "had has",
  lie: "lay lain",
  sit: "sat",
  stand: "stood",
  wear: "wore worn",
  bear: "bore borne",
  come: "came",
  cut: "",
  put: "",
  set: "",
  cast: "",
  split: "",
  quit: "",
  shut: "",
  hurt: "",
  burst: "",
  leave: "left",
  overthrow: "",
  know: "knew known",
  bend: "bent",
  fly: "flew flown",
  spend: "spent",
  build: "built",
  mean: "meant",
  learn: "learnt",
  wed: "",
  grind: "ground",
};
/** Past forms that are also present ones do not say when it was. */
const DOUBLE = "bdgklmnprt";

const indexOf = new Map(CLASSES.map((name, index) => [name, index]));
let byForm: ReadonlyMap<string, Uint8Array> | undefined;

function allForms(): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Set<number>>();
  const put = (form: string, name: string): void => {
    const index = CLASSES.indexOf(name);
    const own = found.get(form);
    if (own) own.add(index);
    else found.set(form, new Set([index]));
  };
  for (const [name, words] of Object.entries(VERBS))
    for (const verb of words.split(/\s+/)) {
      for (const form of presentOf(verb)) put(form, name);
      for (const form of pastOf(verb)) put(form, `${name}:past`);
    }
  for (const [name, words] of Object.entries(WORDS)) for (const word of words.split(/\s+/)) put(word, name);
  return new Map([...found].map(([form, classes]) => [form, Uint8Array.from(classes)]));
}

function presentOf(verb: string): string[] {
  const short = verb.endsWith("e") ? verb.slice(0, -1) : verb;
  const twice = isDoubled(verb) ? [`${verb}${verb.at(-1)}ing`] : [];
  const third = /(?:[sxz]|ch|sh|o)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  return [verb, third, `${short}ing`, ...twice];
}

function pastOf(verb: string): string[] {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular.split(" ").filter(Boolean);
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [
    verb.endsWith("e") ? `${verb}d` : `${verb}ed`,
    ...(isDoubled(verb) ? [`${verb}${verb.at(-1)}ed`] : []),
  ];
}

function isDoubled(verb: string): boolean {
  return DOUBLE.includes(verb.at(-1)!) && /[^aeiou][aeiou][^aeiou]$/.test(` ${verb}`);
}

/** The classes of a lowercase word, by their place in `CLASSES`. */
export function classesOf(word: string): Uint8Array | undefined {
  byForm ??= allForms();
  return byForm.get(word);
}

/** Whether a word is of a class. */
export function isOfClass({ known }: Token, name: string): boolean {
  return known?.classes?.includes(indexOf.get(name)!) ?? false;
}

/** Whether a word is of one of several classes. */
export function hasClass(token: Token, names: readonly string[]): boolean {
  return names.some((name) => isOfClass(token, name));
}
