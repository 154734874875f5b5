/** Groups of words that are used for the same thing, in any field. A word may be in several groups. */
const GROUPS = `
drop abandon discard reject scrap dismiss exclude|drop remove delete|reject refuse decline deny|stop end cease halt quit|stop disable deactivate off
begin start launch commence open|begin initiate|finish complete end conclude close|continue resume proceed|pause wait delay postpone defer
choose pick select opt settle prefer|decide agree settle resolve determine conclude|decision choice agreement resolution|plan intend schedule arrange organise
try attempt test experiment|test check verify examine inspect|check control audit review|measure benchmark count gauge|compare contrast benchmark
find discover detect notice spot|search look seek|show display present reveal|hide conceal mask|explain describe clarify|cause reason origin source
reason why because explanation motive|result outcome effect consequence finding|problem issue bug fault defect trouble error|mistake error wrong
fail break crash die|failure outage breakdown crash|broken faulty defective|fix repair correct solve patch mend|solve resolve answer|solution remedy answer fix workaround
change alter modify adjust edit update|replace swap substitute exchange switch|move shift relocate transfer|copy duplicate clone replicate backup|merge combine join unite
split divide separate|add append insert include|increase raise grow rise up higher|decrease reduce lower shrink cut fall drop less|limit cap bound maximum ceiling restriction threshold quota
minimum least floor|big large huge great|small little tiny minor|many numerous several|few little|fast quick rapid speedy|slow sluggish latency delay lag
early soon premature|late delayed overdue|new fresh recent latest|old former previous earlier outdated legacy|current present today now|future upcoming next
long lengthy|short brief|heavy weight weigh|light lightweight|hot heat warm temperature degrees|cold cool freezing frost|wet damp moist humid humidity moisture rain|dry drought
cheap inexpensive affordable|expensive costly dear|cost price fee charge expense rate fare|money cash euro euros dollar dollars funds budget finance|pay spend purchase buy charge|paid charged spent|refund reimburse repay
buy purchase acquire order|sell sale|rent hire lease|own possess belong property|owner ownership|offer quote proposal bid|contract agreement deal|vendor supplier provider seller|customer client buyer user consumer
discount rebate reduction|insurance cover coverage insured premium|loan credit debt|bankrupt bankruptcy insolvent insolvency|tax duty levy|profit surplus gain earnings|loss deficit|salary wage pay income
law legal statute|court tribunal arbitration judge|dispute disagreement conflict|lawyer attorney counsel|clause section article paragraph|liability liable responsible responsibility|penalty fine sanction|notice cancel terminate|renew extend prolong
permission permit approval licence consent authorisation|allow permit let enable|forbid prohibit ban disallow|official authority office agency government|rule regulation policy
doctor physician clinician|patient case|drug medicine medication pill tablet|disease illness sickness condition disorder|pain ache|heart cardiac|blood bleeding|sugar glucose|seizure epilepsy convulsion|faint syncope collapse unconscious|ultrasound echo sonography
operation surgery procedure|nurse carer|hospital clinic ward|symptom sign complaint|allergy allergic intolerance|dose dosage amount|fever temperature|infection infected sepsis|test examination scan|breath breathing respiratory lung
animal creature species|bird birds|mammal rodent|amphibian toad frog newt|plant flower herb|tree wood timber|nest burrow refuge den|hibernate overwinter|habitat site area|sample specimen|survey census count
catch trap capture|track follow trace|tag mark label|transmitter tag sensor|water pond lake stream|river stream brook|hill slope|stone rock|road street highway|bridge crossing
house home building|room chamber|floor ground storey|wall|roof ceiling|window glass pane|door entrance gate|kitchen cook|bathroom bath shower toilet|pipe plumbing drain|electricity electric power current|wood timber beam board|rotten decayed rot|paint colour coat|tile ceramic|builder craftsman contractor worker|crack fissure|leak drip|laundry washing|heating heater radiator|fan ventilation ventilate
trip journey travel tour voyage holiday vacation|train rail railway|plane flight fly airplane|ship ferry boat|bus coach shuttle|car vehicle drive|ticket fare pass|luggage baggage suitcase backpack pack packing|hotel lodging accommodation flat apartment|sleep night overnight|border customs|passport identity document visa|leave depart departure|arrive arrival reach|return back|route way path|station platform stop|book reserve reservation|map chart
guest visitor participant attendee|party celebration event feast|food meal catering buffet dish|drink beverage wine beer|music band concert song|noise loud sound|venue location place site hall|tent marquee|volunteer helper|weather rain forecast storm|invite invitation|date day|speech talk|seat chair
team group crew staff|colleague coworker|boss manager director lead chief|employee worker staff|candidate applicant|hire recruit employ|meeting call appointment|letter mail email message|write record note document|read view|send transmit submit deliver dispatch|receive get obtain|ask request question enquire|answer reply respond response|suggest propose recommend advise|agree accept approve|doubt uncertain unsure|clear obvious evident|unclear ambiguous unknown uncertain open unresolved unsettled|risk danger hazard threat|safe secure|protect guard shield|important crucial critical essential|main primary chief principal
person people human somebody|child kid children daughter son|family parent mother father|man guy|woman lady|neighbour neighbor|name title label|number count amount quantity total figure|part piece component portion chunk segment|whole entire full total|list table catalogue inventory|group set batch|type class category|size dimension length width height|place location position spot where|time hour minute moment|date deadline due|day daily|week weekly|month monthly|year yearly annual|morning dawn|evening night|period duration interval lifetime|frequency rate|deadline timeout limit
picture photo image photograph|paper sheet form|document file report|draft version|book manual|phone mobile smartphone cellular|device gadget tablet appliance|computer machine node host server|screen display monitor|battery power charge|disk storage drive space|memory ram|network connection link|offline disconnected|clock time|password secret credential passphrase|key secret token|login signin logon authenticate|logout signout|user account|session login|encrypt cipher|certificate cert
server backend host|client frontend|request call query|response answer reply|endpoint route url|database store storage ledger|table relation|row record entry|column field attribute|index lookup|query search|transaction commit|lock mutex|deadlock|queue backlog outbox|worker job task|cache buffer|log trace record|metric measurement statistic gauge|alert alarm page notify warning|dashboard panel|test spec|build compile pipeline|pipeline ci workflow build|deploy release rollout ship publish|rollback revert undo|branch fork|library package dependency module|function method procedure routine|parameter argument option setting|config configuration setting|flag switch toggle|script program|code source implementation|bug defect issue|crash panic abort|retry repeat attempt again|timeout deadline expire|throttle limit ratelimit|parallel concurrent simultaneous|thread process|synchronise sync replicate|upload send transfer|download fetch pull|fetch load get retrieve|parse read decode|format layout|schema structure|migration upgrade move|cluster nodes|container pod docker|traffic load requests|throughput bandwidth|flaky intermittent unstable unreliable|reliable stable robust dependable|duplicate double twice repeated|unique distinct|empty blank missing|missing absent lacking|extra additional more|optional|required mandatory necessary compulsory|automatic automatically|manual hand|visible shown|permanent lasting|temporary interim|remaining left rest outstanding pending|pending waiting outstanding|sick ill unwell|hurt harm injure damage|kill dead died death|eat ate eaten|strong powerful|weak feeble|near close next beside|far distant remote|top upper|bottom lower|inside indoor indoors|outside outdoor outdoors|full filled|price prices pricing|country nation state|city town village|district quarter neighbourhood|language translation|school class|teacher instructor|student pupil|science research study|theory hypothesis assumption|evidence proof data|method approach technique way procedure|goal aim purpose objective target|advantage benefit pro|disadvantage drawback downside con|alternative option candidate variant|difference gap|similar alike same|opposite reverse contrary|average mean typical|estimate guess approximate|exact precise accurate|quality grade|standard norm|example instance sample
`;

const SYNONYMS = new Map<string, Set<string>>();
for (const group of GROUPS.split(/[|\n]/)) {
  const words = group.split(" ").filter((word) => word !== "");
  for (const word of words) {
    const known = SYNONYMS.get(word) ?? new Set<string>();
    for (const other of words) if (other !== word) known.add(other);
    SYNONYMS.set(word, known);
  }
}

/** Words that may be used instead of one of these forms of a word. */
export function synonymsOf(forms: readonly string[]): string[] {
  const found = new Set<string>();
  for (const form of forms) {
    for (const plain of singular(form)) for (const synonym of SYNONYMS.get(plain) ?? []) found.add(synonym);
  }
  return [...found];
}

/** A word as written, and without a plural, past or progressive ending. */
function singular(word: string): string[] {
  const forms = [word];
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith("es")) forms.push(word.slice(0, -2), word.slice(0, -1));
  else if (word.endsWith("s") && !word.endsWith("ss")) forms.push(word.slice(0, -1));
  if (word.endsWith("ed")) forms.push(word.slice(0, -2), word.slice(0, -1), word.slice(0, -3));
  if (word.endsWith("ing")) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4));
  return forms;
}
