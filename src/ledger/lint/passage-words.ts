import { CLASSES } from "../facts/word-classes.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words of closed classes, and the property that each of them is. */
export const CLOSED: ReadonlyMap<string, string> = new Map(
  `a an the this that these those it its i we my our you he she his her they their or and but nor not no so then than as of at by
for from in into on onto to with without over under after before between during until since because while although though whether
if unless is are was were be been has have had do does did will shall should can could may might must would only just also too very
more most less least each every all both either neither none nothing nobody any some other another same still already now here
there again never ever always once instead rather therefore hence thus let let's yes ok there's i'm i've i'll we'll we've we're
it'll it's he'll she'll they'll who what where when why how which everyone everybody everything anyone one two three up out off
through down back about along against yet even ready new`
    .split(/\s+/)
    .map((word) => [word, `word:${word}`]),
);

/** Verbs of looking closely at something, in their base forms. */
export const EXAMINING = setOf(
  `audit check compare count examine exercise inspect measure probe prove read reconcile rehearse repeat replay reproduce review run
sample scan simulate survey test time trial try verify validate watch weigh listen look confirm calibrate certify attest approve vet
bless swab taste walk search trace calculate recalculate recount retest recheck rerun remeasure match tally practise practice drill
proofread cross-check double-check crosscheck rehearse clear`,
);

/** How something is that was found to be as it should be. */
export const GOOD = setOf(
  `accurate adequate alright authentic balanced clean clear compliant consistent correct correctly equal exact exactly fine flawless
free genuine good green harmless healthy identical intact legal lossless normal ok okay perfect perfectly precisely reliable right
robust safe sane secure solid sound stable sufficient tight true valid waterproof well working works within sync step order tolerance
limits spec specification expected intended designed approved certified cleanly properly smoothly reproducible successful successfully
passed passes pass agree agrees same fair dependable complete matches holds hold fits`,
);

/** What is wrong with something, in base forms. */
export const BAD = setOf(
  `alarm anomaly breakage bug complaint crash defect deviation difference discrepancy drift drop error exception failure fault flaw gap
hitch incident inconsistency issue leak loss mismatch mistake objection problem regression surprise trouble violation warning wrong amiss
missing broken odd suspicious unusual object lose fail break duplicate conflict crack risk complain`,
);
export const NONE = setOf("no not none nothing nobody never without zero 0 cannot hardly neither");
export const AUTHOR = setOf("i we i'm we're i've we've i'll we'll");
export const ADVERBS = setOf("just now also have already am are then all both");
export const REPORTING = setOf(
  "say says said tell tells told write writes wrote claim claims claimed reckon reckons reckoned call calls called",
);
export const LINKS = setOf("to with into in by from for at on through via as under over");
export const THROUGH = setOf("through over along at into");

const MOTION = setOf("been went gone go going walked ran run put combed looked look going had");
export const isMotion = (word: string) => MOTION.has(word);

/** Classes of past forms, by their place in `CLASSES`. */
export const PAST: ReadonlySet<number> = new Set(
  CLASSES.flatMap((name, index) => (name.endsWith(":past") ? [index] : [])),
);
