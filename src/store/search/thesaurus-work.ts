/** Words of software, offices and trades that are used for the same thing. */
export const WORK = `
abort cancel interrupt kill terminate|accelerate speed hasten optimise optimize|accuracy precision correctness
acknowledge ack confirm receipt|add append insert include|adjust tune tweak calibrate|advantage benefit pro
advertise announce publish|aggregate sum summarise rollup combine|agree accept approve
alert alarm page notify warning|allergy allergic intolerance|allocate reserve assign|allow permit let enable
allow permit whitelist accept|alternative option candidate variant|amphibian toad frog newt
animal creature species|annotate label tag mark comment|anomaly outlier oddity irregularity
answer reply respond response|api interface endpoint|app application program software|archive store backup keep
array list vector|arrive arrival reach|ask request question enquire|assert check expect verify
asynchronous async background nonblocking|atomic transaction together indivisible|attach link connect mount
audit review inspect trace|automatic automatically|autoscale scale grow elastic|availability uptime up reachable
average mean typical|backlog queue pile outstanding|backoff wait delay jitter|bandwidth throughput capacity
bankrupt bankruptcy insolvent insolvency|batch bulk group bundle together|bathroom bath shower toilet
battery power charge|begin initiate|begin start launch commence open
benchmark measurement loadtest stress performance|big large huge great|bind attach tie|bird birds
bitrate quality|block stall hang freeze wait|blood bleeding|book manual|book reserve reservation
boot start startup launch|border customs|boss manager director lead chief|bottleneck limit constraint hotspot
branch fork|breath breathing respiratory lung|bridge crossing|broadcast publish send fanout
broken faulty defective|browser chrome firefox safari|budget allowance quota funds|buffer cache queue
bug defect fault issue regression|build compile compilation bundle|build compile pipeline
builder craftsman contractor worker|bundle package pack|burst spike peak surge|bus coach shuttle
buy purchase acquire order|bypass skip circumvent avoid|cache memoise memoize store remember
callback hook handler listener|candidate applicant|capacity room size limit|capture record snapshot
car vehicle drive|cascade propagate chain|catch trap capture|cause reason origin source|certificate cert tls ssl
change alter modify adjust edit update|charge bill debit invoice|cheap inexpensive affordable
check control audit review|checkpoint snapshot savepoint|checksum hash digest fingerprint
child kid children daughter son|choose pick select opt settle prefer|chunk piece slice block segment
cipher encryption crypto|city town village|clause section article paragraph
cleanup purge prune housekeeping tidy vacuum|clear obvious evident|cli terminal command shell console
client frontend|clock time daylight timezone dst utc|cluster nodes fleet|code source implementation
cold cool freezing frost|colleague coworker|commit save persist|compact shrink compress vacuum
compare contrast benchmark|compatible interoperable|compress zip gzip shrink
compute calculate recalculate recompute evaluate|computer machine node host server
concurrency parallelism simultaneous|confidential secret private sensitive|config configuration setting
conflict collision clash mismatch|connection link socket session|consistency integrity coherence agreement
consume read eat use|consumption usage use drain|container docker pod image|continue resume proceed
contract agreement deal|convert transform translate map cast|copy clone duplicate replicate snapshot
copy duplicate clone replicate backup|corrupt damaged broken garbled|cost price fee charge expense rate fare
counter count tally number|country nation state|court tribunal arbitration judge|coverage tested extent
crash panic abort die segfault fail|crawl spider scrape fetch index|create add make insert new
credential password secret token key|cron schedule nightly periodic timer|current present today now
cursor pointer position|customer client buyer user consumer|cut trim shorten reduce
daemon service process background|dashboard panel chart graph|data information records
database store storage ledger|date deadline due|day daily|deadline timeout limit|deadlock lock waiting stuck
debug diagnose investigate troubleshoot|decide agree settle resolve determine conclude
decimal float fraction floating|decision choice agreement resolution|decode parse read unpack
decouple separate split isolate|decrease reduce lower shrink cut fall drop less|default preset standard initial
defer postpone delay later park shelve|deferred postponed parked shelved later|degrade worsen slow
delete remove erase drop purge wipe|dependency library package requirement|deploy release rollout ship publish
deprecate retire sunset phase obsolete|deserialize parse decode|developer engineer programmer coder
device gadget tablet appliance|device hardware gadget phone|diff difference change delta|difference gap
disable deactivate turn off|disadvantage drawback downside con|disappear vanish expire lost gone
disconnect drop offline|discount rebate reduction|discrepancy difference mismatch deviation
disease illness sickness condition disorder|disk storage drive space|disk storage drive volume ssd
dispatch send route deliver|distribute spread share shard|district quarter neighbourhood
docs documentation manual guide readme runbook|doctor physician clinician|document file report|domain host site
dose dosage amount|doubt uncertain unsure|down offline unavailable outage|downgrade revert rollback lower
download fetch pull retrieve|downtime outage unavailability interruption|draft version|drink beverage wine beer
drop abandon discard reject scrap dismiss exclude|drug medicine medication pill tablet|dry drought
duplicate double twice copy repeated|duration length time elapsed|dynamic changing live|early soon premature
eat ate eaten|editor ide|effort work time|electricity electric power current|embed include vector
embedding vector semantic|emit send publish produce|employee worker staff|empty blank missing
empty blank none zero|enable activate turn on|encode serialise serialize pack|encrypt cipher secure
endpoint api url route|enforce require ensure guarantee|entry record row item|enumerate list count
environment staging production|ephemeral temporary transient|error failure fault exception mistake
escalate raise page|estimate guess approximate|estimate guess approximation forecast|evict expire drop remove
evidence proof data|example instance sample|exclude omit skip leave|execute run perform|exhaust deplete drain
expensive costly dear|expire lapse timeout ttl invalidate|expiry lifetime ttl lapse|explain describe clarify
export dump extract|expose publish reveal|extend lengthen prolong|extra additional more|extract pull separate
fail break crash die|failover switchover fallback|failure outage breakdown crash|failure outage breakdown error
faint syncope collapse unconscious|fallback backup alternative default|family parent mother father
fan ventilation ventilate|far distant remote|fast quick rapid speedy performance|feature function capability
federation sso|feedback comment response review|fetch get load retrieve download|few little
field column attribute property|filter select restrict|find discover detect notice spot|finish complete done end
finish complete end conclude close|firewall block filter|fix repair correct solve patch mend
flag switch toggle option setting|flaky intermittent unstable random sporadic
flaky intermittent unstable unreliable|floor ground storey|flush write drain empty
food meal catering buffet dish|footprint size memory|forbid deny prohibit block|forbid prohibit ban disallow
foreground visible|format layout shape|forward relay proxy pass|frequency rate interval often
frequent common often popular|frozen stuck stalled|full filled|function method procedure routine
future upcoming next|garbage rubbish unused|gateway proxy router|generate create produce emit
goal aim purpose objective target|granularity resolution detail|graph chart plot diagram
group cluster bucket team|group set batch|guarantee promise ensure|guest visitor participant attendee
gui interface ui screen|habitat site area|handle process deal|hang stall freeze stuck block
hardware machine server box device|header heading|heart cardiac|heartbeat ping liveness|heating heater radiator
heavy weight weigh|heuristic rule|hibernate overwinter|hidden invisible concealed|hide conceal mask
hire recruit employ|history log past|hit match result|hole gap vulnerability|hospital clinic ward
hot heat warm temperature degrees|hotel lodging accommodation flat apartment|hotfix patch fix
house home building|hurt harm injure damage|idempotent repeatable retry|identical same equal
identifier id key name|idle inactive unused standby rest|ignore skip disregard|implement build code write
import load ingest read|important crucial critical essential|improve better optimise enhance speed
inaccurate wrong imprecise|incident outage emergency|inconsistent mismatch diverging
increase raise grow rise up higher|increment increase add|index lookup search|infection infected sepsis
infrastructure platform servers|inherit derive|initialise setup start|inject insert|inline embedded
input argument data|insert add write|inside indoor indoors|inspect examine look|install setup deploy
instance machine copy|instruction command|instrument measure trace|insurance cover coverage insured premium
integrate connect combine|integration connection|intercept catch trap|interface api ui|internal private
interrupt stop cancel|interval period gap spacing|invalid wrong bad malformed|invalidate expire clear bust
invoice bill receipt|invoke call run execute|isolate separate sandbox|issue problem bug ticket
iterate loop repeat|jitter random randomise spread noise|kernel core|key secret identifier|kill dead died death
kitchen cook|label tag name|language translation|laptop computer notebook|late delayed overdue
latency delay slowness response|law legal statute|layer level tier|layout format arrangement|leak lose
leave depart departure|letter mail email message|liability liable responsible responsibility
library package dependency module|license licence permit|lifecycle stages|lifetime ttl duration expiry age
light lightweight|lightweight small|limit cap bound maximum ceiling restriction threshold quota
link url connection|lint check|list table catalogue inventory|listener handler subscriber
load traffic stress pressure|loader fetcher|loan credit debt|locale language|lock mutex exclusive
log trace record|login signin logon authenticate|logout signout|long lengthy|lookup search find
loop cycle repeat|loss deficit|lossy inaccurate|luggage baggage suitcase backpack pack packing
machine server host hardware computer runner|main primary chief principal|maintain support keep own
maintainer owner responsible|malicious hostile evil attack poison poisoning|mammal rodent|man guy|manifest list
manual hand|many numerous several|map chart|map mapping translate|markup html|mask hide redact
measure benchmark count gauge|measure metric gauge|meeting call appointment|memory ram heap
merge combine integrate|merge combine join unite|message event|metadata attributes
method approach technique way procedure|method function approach|metric measurement number
metric measurement statistic gauge|middleware layer|migrate move transfer port upgrade
migration move transfer upgrade|minimum least floor|mirror copy replica|missing absent lacking
mistake error wrong|mock fake stub|mode state|model type schema|module package component
money cash euro euros dollar dollars funds budget finance|monitor watch observe|monolith single|month monthly
move shift relocate transfer|music band concert song|mutate change modify|name title label|native builtin
near close next beside|neighbour neighbor|nest burrow refuge den|network connection link
network connection radio wifi internet|new fresh recent latest|noise loud sound|notice cancel terminate
notify alert inform|null empty missing none|number count amount quantity total figure|nurse carer|obfuscate hide
object entity item|obsolete outdated stale old|offer quote proposal bid
official authority office agency government|offline disconnected|offset position shift
old former previous earlier outdated legacy|onboarding introduction|operation surgery procedure|operator admin
opposite reverse contrary|optimise optimize improve speed tune|option setting choice|orchestrate coordinate
order sequence sort|orphan abandoned ownerless|outage downtime failure incident|output result
outside outdoor outdoors|overflow exceed|overhead cost|overload saturate swamp|override replace
overwrite replace clobber|own possess belong property|owner ownership|package library module bundle
packet message|page alert screen|paginate page|paid charged spent|paint colour coat|paper sheet form
parallel concurrent simultaneous|parameter argument option setting|parse read decode interpret
part piece component portion chunk segment|partial incomplete|partition split shard divide
party celebration event feast|passport identity document visa|password secret credential passphrase
patch fix update|patient case|pause stop suspend|pause wait delay postpone defer|pay spend purchase buy charge
payload body content|payment charge transaction|peak spike maximum|penalty fine sanction
pending waiting outstanding|performance speed latency|period duration interval lifetime
permission permit approval licence consent authorisation|permission right access|persist save store keep
person people human somebody|phone mobile smartphone cellular|picture photo image photograph|pin fix lock
pipe plumbing drain|pipeline ci workflow build|place location position spot where
plan intend schedule arrange organise|plane flight fly airplane|plant flower herb|platform system|poll check
pool group|precompute prepare cache|prefetch preload ahead advance|prefix start|preload prefetch warm
preview look|price prices pricing|priority importance urgency|privilege right permission|probe check
problem issue bug fault defect trouble error|process handle program|production live prod|profile measure
profit surplus gain earnings|program script application|promote raise|propagate spread|protect guard secure
protect guard shield|protocol format|provision prepare setup|prune clean remove|push send|quality grade
query search request question|queue backlog line|queue backlog outbox|quota limit allowance
race conflict concurrency|random arbitrary jitter|rate frequency speed|raw unprocessed|reachable available
read view|ready prepared|reason why because explanation motive|reboot restart|rebuild recreate regenerate
recalculate recompute rebuild refresh|receive get obtain|recipient receiver|reclaim free recover
recover restore resume|recovery restore|recursion loop|redesign rework|redirect forward
redundant duplicate spare|refactor restructure rewrite|refresh reload update|refund reimburse repay
refund reimburse return credit|register enrol|registry list|reject refuse decline deny
release ship publish version deploy|reliability stability uptime dependability|reliable stable robust dependable
remaining left rest outstanding pending|render draw paint display|renew extend prolong|rent hire lease
replace swap substitute exchange switch|replay repeat rerun|report summary|repository repo|request call query
required mandatory necessary compulsory|reset clear|resize scale|resolve fix|resource asset
result outcome effect consequence finding|retention keeping|retry repeat again reattempt
retry repeat attempt again|return back|reuse share|revoke withdraw cancel|rewrite refactor redo
risk danger hazard threat|road street highway|robust stable resilient|rollback revert undo
rollout release launch staged gradual|room chamber|root cause|rotate replace renew|rotten decayed rot
round truncate|route way path|rule regulation policy|runtime duration|salary wage pay income
sample example subset|scan read|schema structure|school class|science research study|score rating
screen display monitor|search look seek|security protection safety|seizure epilepsy convulsion|sell sale
semantic meaning|send transmit submit deliver dispatch|sensor detector|serve deliver hand|server backend host
session login|setting option configuration|setup configuration|share part|ship ferry boat|short brief
show display present reveal|shutdown stop|sick ill unwell|side effect|signal notify|similar alike same
simplify reduce|size dimension length width height|size volume|sleep night overnight|slice part
slow sluggish latency delay lag|small little tiny minor|snippet excerpt|solution remedy answer fix workaround
solve resolve answer|spare free|spec specification|split divide separate|stack layers|staging test
stale outdated old expired|static fixed|station platform stop|statistic figure|stop disable deactivate off
stop end cease halt quit|string text|stuck blocked|subscribe follow|subset part|suffix end|sugar glucose
suggest propose recommend advise|suite set|supervise watch|survey census count|symptom sign complaint
synchronise sync replicate|synonym equivalent|syntax grammar|table relation|tax duty levy|teacher instructor
team group crew staff|template pattern|tenant customer|tent marquee|terminate end
test check verify examine inspect|test examination scan|test spec|text words|theory hypothesis assumption
thread process|throttle limit ratelimit|throughput speed|throw raise|ticket fare pass|tile ceramic
time hour minute moment|timeout deadline expire|timestamp time date|tolerance fuzziness leeway margin slack
tool utility|top upper|track follow trace|traffic load requests|train rail railway|transaction commit
transaction operation|transmitter tag sensor|traverse walk|tree wood timber|trigger start
trip journey travel tour voyage holiday vacation|truncate cut|trust rely|try attempt test experiment
tunnel connection|type class category|typo misspelling misspelled spelling mistake|ultrasound echo sonography
unclear ambiguous unknown uncertain open unresolved unsettled|unique distinct|unit part|unlock release
upgrade update|upload send transfer|upstream source|user account|validate check|validation check|value amount
variable parameter|variant version|vendor supplier provider seller|venue location place site hall|verbose wordy
viable feasible|view look|violation breach|virtual simulated|visible shown|volunteer helper|wake awaken
warm preheated|water pond lake stream|weather rain forecast storm|webhook callback|week weekly
weight boost importance|wet damp moist humid humidity moisture rain|whole entire full total|widget component
window glass pane|window period|woman lady|wood timber beam board|worker job task|worker process job
workflow process|workload load|wrapper shell|write record note document|write store|year yearly annual
zone region
`;
