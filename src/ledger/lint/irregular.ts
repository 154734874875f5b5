/** Irregular forms of common verbs and nouns, each with the form that stands for all of them. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `bear bore borne|begin began begun|bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken
   breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept
   deal dealt|dig dug|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
   fight fought|find found|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
   freeze froze frozen|give gave given|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
   know knew known|lay laid|lead led|lean leant|learn learnt|leave left|lend lent|lie lay lain|lose lost|mean meant|meet met
   pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
   shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
   slide slid|speak spoke spoken|speed sped|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|sting stung
   strike struck|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught
   tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn
   weave wove woven|win won|withdraw withdrew withdrawn|write wrote written|analysis analyses|foot feet|half halves
   knife knives|leaf leaves|life lives|loss losses|man men|mouse mice|shelf shelves|tooth teeth|wife wives|woman women`
    .split(/[|\n]/)
    .flatMap((line) => {
      const [base = "", ...forms] = line.trim().split(" ");
      return forms.map((form) => [form, base] as const);
    }),
);
