/** What a phrase does in a sentence. */
export const ACTS = [
  "commit",
  "abandon",
  "fail",
  "attempt",
  "doubt",
  "answer",
  "plan",
  "result",
  "turn",
  "rule",
  "watch",
] as const;
export type Act = (typeof ACTS)[number];

/** Phrases by act and weight, one a line. Words are base forms: "go with" covers "we went with". */
export const PHRASES: Readonly<Record<Act, Readonly<Record<number, string>>>> = {
  // Somebody binds themselves to something.
  commit: {
    3: `decide|choose|pick|select|opt|adopt|finalise|finalize|standardise|standardize|conclude|conclusion
win|prevail|reconsider|reverse|overturn|revise
settle on|for|upon
go with|for|ahead
decision :|be|is
in favour|favor of
stick|stay|run|work with
land|converge on
it be <end>
be the|our winner|choice|way|answer|one|fix|solution|cause|culprit|remedy|approach
root cause|problem be
cause|culprit|reason|explanation be
commit to
agree on|to|that|with
we|i agree
be agreed
lock in
get|have the nod
thumbs up
way forward
sign off
say yes to
go|goes to her|him|them
be|it how|what we
actually no|not
on reflection
on second thought|thoughts
change my|our mind
scratch that
correction :
i be wrong
back to`,
    2: `book|accept|approve|order|sign|insist|vote|endorse|suffice
we|i will|do|use|take|keep|offer|insert|apply|treat|make|open|fly|buy|choose|need
we do|keep|put|make
in the end
from now|here on
from here on|onwards
be|become our|the method|plan|model|default|standard|rule|answer|design|format
for good
it be then
switch|move|migrate|change|convert to
replace|supersede .. with|by
replace it|them|that|this
take its|their|the place
in its|their|his|her place
will be|stay|remain|carry|use|have|get|go|live
leave the|us former|latter|with
be to be
by default
as of now
the former|latter|first|second|third|cheapest|simplest|last one
rather than
be enough|sufficient|plenty`,
    1: `stay|remain|keep|use|become|replace|disappear|limit|cap|enforce|convert|introduce|bypass|therefore
thus|hence|accordingly|consequently|instead|so|now|only|will|must|shall
get a|an|the
go to|into|through`,
  },
  // Somebody lets go of something.
  abandon: {
    3: `reject|abandon|discard|scrap|shelve|dismiss|veto|ditch|axe|nix|rescind|cancel|exclude|eliminate
retract|drop|revert|disprove|refute|non-starter
rule .. out
out of the question
off the table|list|agenda|cards
give .. up
give up on
dead end
no|not point|use|sense in
not|never worth|viable|feasible|workable|acceptable|justified|sustainable|practical|realistic
not an|a option|solution|fit|way|good
end of story
put|spell .. end to
back out|away
walk|turn|step|steer away|back from
turn .. down
stop|cease|quit pursue|try|use|continue|work|investigate|chase
no longer .. option|consider|pursue
go|lead|get nowhere
come|amount to nothing
fall|fell through|flat
make|have no sense
make no sense
that|which|this|it sink|kill|settle|exclude it|that|this
be|is|are out <end>
be out of
be a no
no from me
no go
be off <end>
be|me finish|through with
forget it|that|about
leave it there|at
be history|gone|moot|useless|worthless|pointless|hopeless|unusable|impossible|infeasible|unworkable|untenable
put|set|throw .. aside|out|away
put|lay .. to rest|bed
not <start> this|that|it|these <end>
take .. off again
not .. any further
not .. for us <end>
call .. off|quit
avenue|path|road|door|route|case be closed|blocked
not what
not what|the cause|culprit|reason|problem|answer|case|source|explanation
can not be the|what|it|our
be|is|are innocent|exonerated|cleared|overkill|unrelated
not the|to blame|culprit
never go to
strike it|that|this|them|the
as good as exclude|dead
i|we close this|the|that
stop pursue
end|terminate|cancel .. contract|trial|experiment|effort|project|attempt
kill it|that|this|the`,
    2: `park|postpone|defer|remove|strike|withdraw|retire|decline|forbid|prohibit|refuse|condemn|ban|bury
useless|worthless|pointless|hopeless|torture|backfire
do not hold|work|scale|fit|stretch|fly|help|survive|suffice|pass|convince|pay|solve|explain|cut|apply|add|match
will not work|do|fly|take|help|scale|fit|hold|grant|happen
can not
could not be|make|get|keep
no way|room|chance|hope
not for us|now|this
not go|take|bet|pursue|worth
would not bet|use|trust|recommend
too many|much|slow|expensive|costly|heavy|complex|risky|late|big|small|soft|short|long|large|fragile|brittle|turbid|noisy|weak|hard|dangerous
never again
fail|fall over|apart|short
no good
be|is negative|normal
without any|success|effect|result|anything
let .. go|stand|be
more trouble than
fall back`,
  },
  // Something went badly: half of a dead end.
  fail: {
    2: `fail|crash|leak|corrupt|overload|backfire|break|lose|crack|smother|stain|broke|ignore|exceed
make .. impossible|worse|useless
not .. enough
slow .. to|down
fall over
go around it
no|not .. guarantee`,
    1: `but|however|though|unfortunately|alas|yet|cost|need|require|too|impossible|expensive|slow|wrong
worse|unstable|risk|refuse|scare|only|still`,
  },
  // Something was proposed or tried: the other half.
  attempt: {
    2: `try|attempt|explore|toy|contemplate|float|propose|suggest
consider|look into
think about|of
be tempting
my|our first|initial instinct|idea|thought|plan|guess
i|we want|plan|intend|hope|mean|think|like|assume|expect|count|dream|wish
i|we had plan|want|mean|think|hope|count|intend|set
be propose|suggest|discuss|bring|float|consider|supposed|tempting
sound|look|seem elegant|neat|right|good|simple|promising|attractive|tempting|obvious
would be|have nice|ideal|neat
what about
experiment with|in`,
  },
  // Something is not known.
  doubt: {
    3: `unclear|undecided|unresolved|unknown|unsure|uncertain|tbd|unanswered|undetermined|unsettled|untested
unverified|wonder
open question|point|issue|item
still|remain|be open <end>
remain|leave open
do not know
not know|sure|certain|clear|decided|settled
not have explanation|answer|idea|clue|decision|reply|word
no explanation
up in the air
anyone|anybody guess
not settle|decide
no idea|answer|reply|clue|decision|consensus|verdict
no good answer
remain|yet to be seen|determined|decided|confirmed
anybody|anyone guess
be anyone|anybody guess
jury is|be
to be check|determine|clarify|decide|confirm|verify|see|discuss
have not verify|check|establish|decide|confirm|work|say|call|reply|answer|test|look|hear|measure|been
not been work|decide|settle|test|verify|check|confirm|clarify|answer
not yet|so far
yet to .. out|know|see|learn
can not|could tell|establish|say|find|determine|confirm|judge|see whether|if|who|what|why|how
could not establish|find|determine|tell|confirm|verify
nobody|no-one|noone know|say|tell|count|check|ask|decide|own
nobody|noone can|have tell|say|decide|told
find out whether|if|who|what|why|how|which
need .. answer|clarification|confirmation
question be|remain|is whether|how|who
need to know|find|understand|verify|confirm|check
not know to|for us
hard to say|tell`,
    2: `whether|pending|awaiting|outstanding|doubt|bother|worry|unsure
ask whether|if|about
wait for|on
somebody|someone should|must|need|has
should look at|into
who own|pay|sign|decide
how long|many|much|often
keep ask
no reply|word|response
not sure`,
    1: `maybe|perhaps|possibly|might|may|could|seem|appear|suppose`,
  },
  // A question is settled.
  answer: {
    3: `answer|resolve|clarify|regarding|concerning|re
that|which|this close|settle|answer|resolve|clear
be settle|answer|resolve|clear|closed
so that be settled
one question less|fewer
question .. answered|settled|closed|resolved
write|call|come|get back
be back`,
    2: `confirm|check|verify|trace|find|look|test|show|prove|say|tell|report
turn out
no longer open
it be yes|no
the answer`,
  },
  // What comes after this thought.
  plan: {
    3: `todo|follow-up
next step|up|thing|is|be|week|action
up next
next <start>
next i|we|on|comes|come
to do|todo|to-do
action item|items
what remain|is|be left
remain|left to do|be
remain :
remain for|work|step|task|item
still to do|be|come
still have|need|must to
the|our plan from|is|be|now|for
plan :
from here :
leave to do
left to do
left be|is
before .. :
outstanding :
follow up
then :
after that|this
i|we have to
must|need .. by
yet to do
begin|start|continue with|by
to be done`,
    2: `should|tomorrow|monday|tuesday|wednesday|thursday|friday|later
will then
i|we will
must be
need to
have to
go on to|with
going to
let 's
let us
by the|noon|monday|friday`,
    1: `then|next|remain`,
  },
  // How it came out.
  result: {
    3: `outcome|result|status|conclusion|verdict|fix|solve
all|everything pass|green|work
it work|pass|hold
in production
no regression|error|failure|mismatch|duplicate|loss
be live|green|merged|through|done|complete|finished
so far
as of
all in
in total
add up to
sum up
have accept|pass|agree
accept in principle
season|grand total`,
    2: `pass|succeed|complete|finish|deploy|merge|ship|deliver|work|improve|reduce|measure|confirm|verify
prove
zero|none|without <end>
after|since the fix|change|deploy|switch
drop|fall|rise|go from .. to
be at|within|under|below
end with|at|up|in
come to
down|up to
have go|gone|drop|fall`,
    1: `now|total|average
worst case`,
  },
  // Changes an earlier statement.
  turn: {
    3: `earlier|previously|initially|originally|formerly|first <start>
earlier i|we
at first
first i|we
i|we first
i|we had
i|we 'd say|plan|think
be suppose|supposed|mean|plan to
i|we assume|mean
used to`,
    2: `instead|but|rather
after all
show otherwise`,
  },
  // A standing arrangement, stated without saying that it was decided.
  rule: {
    2: `every|each|all|any|always|never|forever|per|nightly|daily|weekly|hourly|monthly
from .. on
at most|least
no more than
up to
only after|when|if|for|from|from
before|after .. hours|minutes|days|seconds|weeks
by|as default
once|twice a|per
at the start|end of
in the same
with their|its own`,
    1: `now|then|new|own|both`,
  },
  // Reading, counting and looking around, which changes nothing.
  watch: {
    3: `nothing stand|to|unusual|surprising|new|special|in
nothing .. relate|change
i|we look|read|scroll|grep|compare|count|note|skim|browse|sketch|notice|repeat|re-read|reread|open|recognise|recognize|see|talk
i|we go over|through|back|around
there be|is|are|was|were
as usual
the usual
same as
within noise
none of this be|is
on the whole
in passing
an aside
as|than expect|before|remember|anyone
move on
agree with what
looks like the
let me
reading|looking through|at|back|over|around`,
    2: `look|seem|appear|mention|describe|contain|show|print|list|repeat|say|deal|concern|about|roughly
around|approximately|similar|same|familiar|usual|stable
have|has a
on average
most of`,
    1: `is|be|some|a`,
  },
};
