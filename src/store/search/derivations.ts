/** Families of forms that no rule connects: irregular verbs and their nouns. */
const FAMILIES = `
arise arose arisen|awake awoke|beat beaten|become became|begin began begun beginning|behave behaviour behavior
believe belief|bend bent|bind bound|bite bit bitten|bleed bled blood|blow blew blown|break broke broken breakage
breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen choice choosing
cling clung|cost costly|creep crept|cut cutting|deal dealt|decide decision decided deciding undecided decisive
deep depth|deny denial|die died dead death|dig dug|divide division|do done|draw drew drawn drawing|drink drank drunk
drive drove driven driver|eat ate eaten|fall fell fallen|feed fed food|feel felt feeling|fight fought|find found finding
fit fitted fitness|flee fled|fly flew flown flight|forbid forbade forbidden|forecast forecasting|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|give gave given|grind ground|grow grew grown growth|hang hung|hear heard
heat hot heating|hide hid hidden|high height|hit hitting|hold held holder|hurt hurting|keep kept|know knew known knowledge
lay laid|lead led leader|learn learnt|leave left|lend lent loan|lie lay lain|light lit|long length lengthen|lose lost loss
maintain maintenance|meet met meeting|pay paid payment payer|prove proof proven|quit quitting|read reading
ride rode ridden|ring rang rung|rise rose risen|run ran runner|see saw seen sight|seek sought|sell sold sale seller
send sent sender|serve service server|set setting|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
shut shutdown|sing sang sung song|sink sank sunk|sit sat seat|sleep slept asleep|slide slid|speak spoke spoken speech
spend spent spending|spin spun|split splitting|spread spreading|stand stood|steal stole stolen theft|stick stuck|sting stung
strike struck|strong strength strengthen|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken
teach taught teacher|tear tore torn|tell told|think thought|throw threw thrown|true truth|understand understood
wake woke woken|wear wore worn|weigh weight weighed|wide width widen|win won winner|wind wound|withdraw withdrew withdrawn withdrawal
write wrote written writer|analyse analyze analysis analyses analytic|apply application applicant applied|compare comparison
complain complaint|assume assumption|consume consumption|presume presumption|absorb absorption|describe description
explain explanation|exceed excess excessive|succeed success successful succession|proceed process procedure
fail failure failing|expire expiry expiration expired|err error erroneous|exist existence|depend dependency dependent
delay delayed|remove removal|approve approval|refuse refusal|propose proposal proposition|arrive arrival|renew renewal
try tried trial attempt|bill billing|choose selection|respond response responsive|defend defence defense|offend offence offense
licence license licensing|practice practise|advise advice|devise device|destroy destruction|construct construction
intervene intervention|prevent prevention|retain retention|detain detention|contain container containment|obtain obtaining
measure measurement measured|move movement motion|require requirement|recommend recommendation|commit commitment commission
insure insurance insurer insured|own owner ownership|member membership|warm warmth|young youth|poor poverty|safe safety
certain certainty|likely likelihood|probable probability|possible possibility|able ability|stable stability|secure security
simple simplicity simplify|complex complexity|curious curiosity|ambiguous ambiguity|continuous continuity continue continuation
child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|leaf leaves|knife knives|half halves
index indices indexes|matrix matrices|vertex vertices|criterion criteria|datum data|medium media|hypothesis hypotheses
bad worse worst|good better best|far further farther distance|near nearer nearby|old older age|ill illness|sick sickness
infect infection infectious|diagnose diagnosis diagnostic|treat treatment|medicine medication medical medicinal|symptom symptomatic
legal legally legality|sign signature signed|terminate termination|sue lawsuit|invoice invoicing|ship shipment shipping
travel traveller traveler|book booking|depart departure|lodge lodging|fly flying|reserve reservation|accommodate accommodation
migrate migration migrant|nest nesting|hibernate hibernation|breed breeding|observe observation observer|identify identification identity
electric electrical electricity electrician|plumb plumber plumbing|paint painter painting|tile tiling tiler|insulate insulation
leak leakage leaky|deploy deployment|configure configuration config|authenticate authentication auth|authorise authorize authorisation authorization
encrypt encryption|cache caching cached|deduplicate deduplication dedupe duplicate duplication|serialise serialize serialization serialisation
synchronise synchronize sync synchronisation synchronization|initialise initialize init initialization|repository repo|parameter param
environment env|database db|administrator admin|document doc docs documentation|specification spec specify|average avg|maximum max maximal
minimum min minimal|temporary temp temporarily|reproduce reproduction repro|regress regression|rotate rotation|revert reversion reversal
permit permission permitted|admit admission|submit submission|omit omission|transmit transmission transmitter|extend extension extent
expand expansion|suspend suspension|conclude conclusion|include inclusion|exclude exclusion exclusive exclusivity|intend intention intent
`;

/** Endings that replace each other, each pair in both directions. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ["de", "sion"],
  ["d", "sion"],
  ["nd", "nsion"],
  ["t", "ssion"],
  ["se", "sion"],
  ["ve", "f"],
  ["olve", "olution"],
  ["uce", "uction"],
  ["ribe", "ription"],
  ["eive", "eption"],
  ["quire", "quisition"],
  ["ify", "ification"],
  ["y", "ication"],
  ["ose", "osition"],
  ["ere", "erence"],
  ["ise", "ize"],
  ["isation", "ization"],
  ["ising", "izing"],
  ["ised", "ized"],
  ["ise", "isation"],
  ["yse", "yze"],
  ["our", "or"],
  ["oured", "ored"],
  ["ours", "ors"],
  ["tre", "ter"],
  ["ogue", "og"],
  ["ence", "ense"],
  ["uous", "uity"],
  ["ous", "osity"],
  ["ic", "ician"],
  ["ics", "ical"],
  ["ire", "iry"],
  ["ent", "ency"],
  ["ant", "ancy"],
  ["ate", "acy"],
  ["t", "ce"],
  ["e", "ing"],
  ["e", "al"],
  ["al", "ally"],
  ["le", "ility"],
];

/** Endings that a word may have or lack. */
const ADDED = [
  "er",
  "or",
  "ment",
  "ship",
  "ist",
  "age",
  "th",
  "y",
  "less",
  "wise",
  "ition",
  "ation",
  "ion",
  "ive",
  "al",
  "ed",
  "en",
];

const FORMS = new Map<string, readonly string[]>();
for (const family of FAMILIES.split(/[|\n]/)) {
  const forms = family.split(" ").filter((form) => form !== "");
  for (const form of forms) FORMS.set(form, [...(FORMS.get(form) ?? []), ...forms]);
}

/** The shortest root: an ending is removed only if at least this much of the word remains. */
const SHORTEST_ROOT = 3;

/** Other forms of a lowercase word that share its root: certain ones from a table, and likely ones by rules. */
export function derivationsOf(word: string): {
  readonly certain: readonly string[];
  readonly likely: readonly string[];
} {
  const certain = [...new Set([...formsOf(word), ...formsOf(withoutInflection(word))])];
  return { certain, likely: byRules(word).filter((form) => !certain.includes(form)) };
}

const formsOf = (word: string): readonly string[] => FORMS.get(word) ?? [];

/** The word without a regular inflection, as the table has it. */
function withoutInflection(word: string): string {
  for (const [ending, replacement] of INFLECTIONS) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length) + replacement;
    if (FORMS.has(base)) return base;
  }
  return word;
}

const INFLECTIONS: readonly (readonly [string, string])[] = [
  ["ies", "y"],
  ["ied", "y"],
  ["es", "e"],
  ["es", ""],
  ["s", ""],
  ["ed", "e"],
  ["ed", ""],
  ["ing", "e"],
  ["ing", ""],
];

function byRules(word: string): string[] {
  if (word.length < SHORTEST_ROOT + 2 || !/^[a-z]+$/.test(word)) return [];
  const found = new Set<string>();
  for (const [one, other] of ENDINGS) {
    exchange(found, word, one, other);
    exchange(found, word, other, one);
  }
  for (const ending of ADDED) {
    if (word.endsWith(ending) && word.length - ending.length > SHORTEST_ROOT) {
      const root = word.slice(0, -ending.length);
      found.add(root).add(`${root}e`);
    }
  }
  const root = word.endsWith("e") ? word.slice(0, -1) : word;
  for (const ending of ["er", "or", "ment", "ation"]) found.add(root + ending);
  if (root !== word) found.add(`${word}ment`);
  found.delete(word);
  return [...found];
}

function exchange(found: Set<string>, word: string, from: string, to: string): void {
  if (word.endsWith(from) && word.length - from.length >= SHORTEST_ROOT)
    found.add(word.slice(0, -from.length) + to);
}
