/** Base forms of verbs that do not inflect by the rules. */
const IRREGULAR = `be:am,is,are,was,were,been,being,'s,'re,'m do:does,did,done,doing have:has,having go:goes,went,gone,going
take:takes,took,taken,taking choose:chooses,chose,chosen,choosing keep:keeps,kept,keeping break:breaks,broke,broken,breaking
give:gives,gave,given,giving find:finds,found,finding make:makes,made,making put:puts,putting get:gets,got,getting
set:sets,setting throw:throws,threw,thrown leave:leaves,left,leaving lose:loses,lost,losing know:knows,knew,known
think:thinks,thought,thinking say:says,said,saying tell:tells,told,telling see:sees,saw,seen,seeing stick:sticks,stuck
strike:strikes,struck,stricken fall:falls,fell,fallen,falling come:comes,came,coming win:wins,won,winning buy:buys,bought
stand:stands,stood hold:holds,held run:runs,ran,running write:writes,wrote,written bring:brings,brought rule:rules,ruled,ruling
mean:means,meant fly:flies,flew,flown become:becomes,became begin:begins,began,begun build:builds,built cut:cuts,cutting
pay:pays,paid send:sends,sent sell:sells,sold show:shows,showed,shown draw:draws,drew,drawn withdraw:withdraws,withdrew,withdrawn
read:reads,reading bet:bets,betting let:lets,letting hit:hits sink:sinks,sank,sunk swear:swears,swore,sworn
stop:stops,stopped,stopping drop:drops,dropped,dropping scrap:scraps,scrapped,scrapping cap:caps,capped,capping
opt:opts,opted plan:plans,planned,planning ship:ships,shipped,shipping swap:swaps,swapped commit:commits,committed,committing
pin:pins,pinned revert:reverts,reverted defer:defers,deferred,deferring confer:conferred prefer:prefers,preferred
will:'ll,won shall:shan not:n't,cannot`;

const REGULAR = `want like count dream trust end terminate discontinue purge happen decide pick select settle adopt agree conclude land book accept approve sign finalise finalize lock confirm
standardise standardize use switch move migrate replace stay remain insist introduce convert reject abandon discard shelve
park dismiss veto exclude eliminate kill ditch remove cancel retire retract disprove refute debunk overturn fail crash leak
refuse forbid decline prohibit slow reorder corrupt overload time propose suggest consider try attempt test explore toy
contemplate float tempt expect assume wonder doubt clarify verify check establish determine ask answer resolve close reply
remain wait pend order schedule rehearse request contact finish prepare look need require pass work fix solve measure
succeed complete merge deploy deliver improve reduce notice compare count scroll grep note inspect review mention contain
print list describe repeat limit enforce apply start treat handle carry cover bypass store claim record live offer fill
own gate belong page ship restore roll restrict allow permit ban turn abort quit cease pursue continue suspect hope wish
pencil intend envision imagine aim focus target reconsider reverse change correct disregard postpone defer delay hire
accept recommend endorse select vote favour favor concede exhaust rescind vanish disappear bury axe nix walk back yield`;

let bases: ReadonlyMap<string, string> | undefined;

function allForms(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of IRREGULAR.split(/\s+/)) {
    const [base = "", forms = ""] = entry.split(":");
    for (const form of [base, ...forms.split(",")]) if (!found.has(form)) found.set(form, base);
  }
  for (const base of REGULAR.split(/\s+/)) {
    const short = base.endsWith("e") ? base.slice(0, -1) : base;
    const y = base.endsWith("y") && !/[aeiou]y$/.test(base) ? `${base.slice(0, -1)}i` : undefined;
    const forms = [base, `${base}s`, `${base}es`, `${short}ed`, `${short}ing`];
    for (const form of y ? [...forms, `${y}es`, `${y}ed`] : forms)
      if (!found.has(form)) found.set(form, base);
  }
  return found;
}

/** The base form of a verb that the lexicon knows, else the word itself. */
export function baseOf(word: string): string {
  bases ??= allForms();
  return bases.get(word) ?? word;
}
