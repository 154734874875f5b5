/** Words of everyday English that are used for the same thing. */
export const EVERYDAY = `
accident incident mishap crash collision|accompany escort attend|accurate precise exact correct
accuse blame fault charge|achieve accomplish reach attain manage|adapt adjust tailor fit
address location residence|adult grown-up man woman|advantage benefit gain plus merit
affect influence impact touch concern|afraid scared fearful worried nervous
afterwards later subsequently thereafter|agenda programme program plan schedule|aim target goal objective intend
air breath wind ventilation|allowance permit quota|alter change modify vary|ancient old historic antique
anger annoy upset irritate|announce publish declare notify inform|anxious worried nervous concerned
apologise apologize sorry regret|appear emerge show surface|appearance look looks design style
appoint nominate name assign|appointment slot meeting visit|approval permission consent sanction go-ahead
argue dispute debate quarrel discuss|arrange organise organize set prepare book|article item piece text
assemble build construct put together|assess evaluate judge rate estimate appraise
assessment evaluation judgement review appraisal expert opinion|assign allocate allot delegate
assist help support aid|assistance help support aid|attach fasten fix connect join mount|attack assault raid
attempt try trial effort|attract draw appeal|aunt uncle relative cousin family|available free ready
avoid prevent evade escape bypass|award prize reward|baby infant newborn child|back rear behind|bake cook roast
balance remainder rest difference|ball party dance|bank lender credit|bank shore edge side|bar pub tavern
basement cellar|basic fundamental elementary|bathe swim wash|battle fight struggle|beach coast shore seaside
bear carry stand tolerate|beautiful pretty nice handsome|beg plead ask|behaviour conduct manner|bench seat chair
bend curve turn|bicycle bike cycle|bin rubbish trash waste garbage|birth born delivery|blank empty space
blend mix combine|blossom bloom flower|boat ship vessel|boil cook heat|bottom base foot lower
boundary border limit edge|box case crate container|brave courageous bold|bread loaf roll
breakfast lunch dinner supper meal|bring fetch carry deliver|broad wide|brook stream creek river|bucket pail
builder contractor mason craftsman|building house structure premises|burglar thief robber|burn fire flame scorch
bush shrub hedge|busy occupied engaged crowded|button key switch|cafe restaurant canteen bistro
calculate compute work out determine|calculation computation sum arithmetic|calendar diary schedule
calm quiet peaceful still|camp tent|cancel call off revoke annul scrap|candle lamp light
canyon gorge ravine valley|capable able competent|captain skipper pilot commander|car automobile vehicle
care attention caution|careful cautious prudent|carpet rug floor covering|carry transport haul bear move
cash coins money|castle palace fort|cave gorge canyon cavern|celebrate party feast|chain series sequence
challenge difficulty task|champion winner|chance opportunity odds probability|character letter sign
characteristic feature trait property|charity donation|charming pleasant nice|chat talk conversation
chemist pharmacist pharmacy|chief head leader main|chilly cold cool frosty|choir singers chorus
church chapel parish|circle ring round|circumstance condition situation|citizen resident inhabitant
clean tidy wash neat|clever smart intelligent|climb ascend rise|cloth fabric textile material
clothes clothing garment dress wear|cloud fog mist|coach trainer instructor|coat jacket|coin penny cent
collapse fall crumble|collect gather accumulate pick|colour paint shade tint|comfort ease
comfortable cosy convenient|commission fee|common usual frequent ordinary shared|commute travel
companion friend mate|company firm business corporation enterprise|compensate reimburse repay
compensation damages reimbursement|compete contend rival|competition contest race rivalry
competitor rival opponent|complain grumble object|complaint grievance objection|complete whole full finish
complicated complex intricate difficult|component part element piece|compromise middle settlement
compulsory mandatory obligatory required|conceal hide cover|concern worry matter|concert show performance gig
condition requirement term proviso|condition state shape|conduct lead behaviour|confess admit
confidence trust certainty|confirm verify prove certify acknowledge|conflict clash dispute|confuse mix puzzle
congratulate praise|connect link join attach|conserve preserve keep|consider weigh ponder regard|consult ask
consultant adviser advisor expert|contact touch reach|contest dispute challenge|convenient handy suitable
convert turn transform change|convince persuade|cooperate collaborate
copy duplicate replica facsimile reproduction|corner bend angle|corridor hall passage hallway
cottage house cabin hut|couch sofa|council committee board|countryside rural country|couple pair two
courage bravery|courier messenger|course track route class|cover lid wrap|crack tear fissure split
cracked broken split|craft trade|crazy mad insane|create make produce generate|crime offence|criminal illegal
criticise criticize blame|crop harvest yield|crops harvest yield|cross angry|crossroads junction intersection
crowd mob mass|crowded full busy packed|cruel brutal|crush squeeze|cry weep|cup mug glass
cupboard closet wardrobe cabinet|cure heal treat remedy|curious strange odd|curtain blind drape
custom habit tradition|damage harm hurt injury|damaged broken defective|danger hazard risk peril|dark dim gloomy
date day appointment|dawn sunrise morning|dead deceased late|deaf hearing|deal bargain agreement
debate discussion argument|debt loan liability|decay rot|deceive cheat trick lie|decorate adorn paint
decoration ornament|decrease fall decline reduction|deduct subtract|defeat beat|defect flaw fault|defend protect
deficit shortage gap shortfall|delicious tasty|delight pleasure joy|deliver bring supply|demand requirement ask
demolish tear knock destroy|dentist tooth teeth|depart leave go|departure leaving exit
deposit downpayment advance|depth deep|deputy substitute stand-in|descend sink drop fall|desert leave abandon
deserve merit earn|desire wish want|desk table|destination goal target|destroy ruin demolish wreck
detail particular|detective investigator|determine establish find|develop grow evolve|diary journal log
dictionary lexicon glossary|diet food nutrition|differ vary deviate|different distinct other various
difficult hard tough tricky|difficulty problem trouble hardship|dig excavate|direct straight immediate
direction way course|director manager head|dirt mud soil earth|dirty filthy soiled|disabled handicapped
disagree differ object|disagreement dispute conflict|disappoint let down|disappointed unhappy
disaster catastrophe|discovery finding|discuss debate talk|discussion debate talk conversation|dish plate meal
dismiss fire sack|disorder mess chaos|display show exhibit screen|distance gap length range
distribute share spread hand|distribution spread sharing|district area region|disturb interrupt bother
ditch trench|dive plunge|diverse varied|divorce separate|doctor physician medic surgeon specialist gp
document paper|dog puppy hound|donate give contribute|donation gift contribution|door gate entrance
doubt question uncertainty|drag pull draw|drain sewer gutter|drama play theatre|draw sketch|drawer compartment
drawing print sketch|dream vision|drill bore|drive ride|driver chauffeur motorist|drown flood|drunk intoxicated
dry arid|dull boring|dumb stupid|dusk evening|dust dirt|duty obligation task|eager keen|earn make
earth soil ground|ease relieve|east west north south|easy simple|edge border rim|educate teach train
education training schooling|effect result impact|efficient effective|elderly old|elect vote choose
election vote poll|elegant stylish|eliminate remove|emergency urgent crisis|emotion feeling|employer boss
employment job work|empty vacant blank|encounter meet|encourage urge|enemy foe|energy power|engage hire
engine motor|enjoy like|enlarge expand|enormous huge vast|enquiry inquiry question|enter join|entertain amuse
enthusiasm passion|entrance entry door|entry entrance record|environment surroundings|envy jealousy
equipment gear kit|equivalent same|era age period|escape flee|essay article|establish found set
estate property land|eternal forever|evening night|event occasion|evil bad|exaggerate overdo|exam test
excellent great|exchange swap trade|exciting thrilling|excuse apology|exempt free|exemption exception waiver
exercise training practice workout|exhausted tired worn|exhibition show display fair|exit way|expand grow
expect await|expectation hope|expedition trip|expel throw|experience background|expert specialist|explode burst
explore discover|explosion blast|export ship|express state|extent scope|extinct dead|extreme severe|eye sight
facility plant|factory plant|fail flop|fair just|fair market|faith trust|fake false|fall autumn|false wrong
fame reputation|familiar known|famous known|farm field|farmer grower|fashion style|fasten tie|fat grease
fatal deadly|fate destiny|father dad|fatigue tiredness|favour support|favourite preferred|fear worry|feed eat
feedback comment opinion response|fence barrier|fertile rich|festival celebration|fever temperature|field meadow
fierce violent|fill load|film movie|final last|fire blaze|firm solid|fish trout|fit healthy|flag banner
flash sparkle|flat level|flavour taste|flexible adaptable|float swim|flock herd|flood overflow|flour grain
flow stream|focus concentrate|fold bend|follow pursue|food nutrition meal|fool trick|foot leg
footwear shoe shoes boots trainers|force power|forecast prediction|foreign abroad|forest wood|forget overlook
forgive pardon|form shape|former past|fortune luck|foundation base|fox animal|fragile delicate|frame structure
frank honest|fraud cheating|free gratis|freedom liberty|freeze frost|fridge refrigerator|friend buddy
frighten scare|front fore|fruit apple|fuel petrol|fulfil meet|fun joy|function role|fund money|funeral burial
funny odd|fur coat|furnace boiler heating|furniture chair|fury anger|future later|gain win|game match|gang group
garage workshop|garden yard|gas fuel|gaze look|gender sex|general common|generous kind|gentle mild|genuine real
gesture sign|giant huge|gift present|girl woman|glad happy|glance look|glasses spectacles|glove hand
glue adhesive stick|god lord|gold metal|good fine|goods merchandise|gorgeous beautiful|govern rule
government state ministry authority|grab seize|grade mark|gradual slow|grain corn|grand great
grandmother grandfather|grant award|grass lawn|grateful thankful|grave tomb|greed hunger|greet welcome
grief sorrow|grind crush|group party|growth increase|guarantee warranty|guide lead|guilt blame|gun weapon
hair fur|hall lobby|hammer tool|handle manage|handwriting script|hang suspend|happen occur|harbour port
harmful dangerous|haste hurry|hat cap|hate dislike|haul drag|headache pain|headline title|health fitness
heap pile|hear listen|heart core|heat warmth|heaven sky|heavy massive|height elevation|heir inheritor
heirs inheritors|helmet hat|hero star|hesitate pause|highlight emphasise|hike walk|hill mountain|hint tip
hit strike|hobby pastime|hold keep|hollow empty|holy sacred|homework task|honest sincere|honour respect
hook catch|hope expect|horror terror|horse pony|hostile unfriendly|hotel inn|household family|housework chores
hug embrace|humble modest|humour fun|hunger appetite|hunt chase|hurry rush|hurt pain|husband wife|ice frost
idea thought|ideal perfect|ignore neglect|illegal unlawful|imagine suppose|imitate copy|immediate instant
immense huge|immigrant migrant|impatient restless|import bring|important vital|impossible unfeasible
impress strike|impression feeling|improve enhance better refine|improvement enhancement progress|incident event
income earnings|inconvenient awkward|independent free|indicate show|individual single|industry trade
inevitable certain|infection disease|inferior worse|inform tell|ingredient component|inhabit live|inherit heir
inheritance legacy|initial first|injection jab shot vaccine needle|injury wound|innocent blameless|inquire ask
insect bug|inside within|insist demand|inspection check|inspire motivate|install set|instruct teach
instruction order|instrument tool|insult offend|intense strong|intention plan|interest concern|interfere disturb
interior inside|interpret explain|interrupt pause|intersection crossing|introduce present|invade attack
invent create|investigate examine|investigation inquiry|invitation invite|involve include|iron metal|island isle
jail prison|jar pot|jealous envious|jewel gem|joke fun|journal magazine|juice drink|jump leap|junior younger
jury judge|justice law|keep retain|key crucial|kick hit|kill murder|kind friendly|kind type|king queen|kiss hug
kitten cat|knife blade|knock hit|knot tie|knowledge understanding|labour work|lack shortage|lad boy|ladder steps
lamb sheep|land soil|landscape scenery|lane road|language tongue|lantern lamp|laser light|laugh smile
laundry washing|law rule|lawyer solicitor attorney counsel barrister legal|lazy idle|leaf sheet|leak drip
lean thin|learn study|leather skin|lecture talk|leg limb|legal lawful|legend myth|leisure free
lend loan borrow mortgage|lender bank creditor|lesson class|level grade|library archive|lie untruth
life existence|lift elevator|lift raise|limb arm|line row|liquid fluid water|litter rubbish|live dwell
lively active|living alive|load burden|loan credit mortgage|local regional|lock close|lodge stay|logic reason
lonely alone|look see|loose slack|lorry truck|lose miss|loss damage|loud noisy|lounge room|love like|lovely nice
low small|loyal faithful|luggage bags|luxury comfort|magazine paper|magnificent great|mail post|major big
male man|management direction|manner way|manufacture produce|manufacturer maker producer|map plan|march walk
margin edge|marine sea|mark sign|marriage wedding|marry wed|marsh swamp|mask cover|massive huge|master expert
match fit|material substance|mathematics arithmetic|matter issue|mature ripe|maximum most|meat beef|medal prize
media press|medical clinical|meeting conference|melody tune|melt thaw|member participant|memory recollection
mental psychological|mention refer|menu list|merchant dealer|mercy pity|merit worth|message note|middle centre
might power|military army|mill grinder|mind brain|mine pit|minister secretary|minority few|miracle wonder
mirror reflect|miserable unhappy|miss skip|mission task|mistake slip|mixture blend|mobile portable|mode manner
model version|moderate modest|modern contemporary|moment instant|monster beast|monument memorial|mood temper
moral ethical|motion movement|motivation drive|mount climb|mountain peak|mourn grieve|mouth lips
multiply increase|muscle strength|museum gallery|mutual shared|mystery riddle|naked bare|narrow thin
nasty unpleasant|native local|natural organic|nature environment|necessary needed|negotiate bargain haggle
negotiation bargaining talks|neighbourhood area|net mesh|neutral impartial|news information|newspaper press
nonsense rubbish|normal usual|notable remarkable|note memo|notice observe|notion idea|nourish feed|novel book
nuisance bother|object thing|objection protest|obscure unclear|obstacle barrier|occupation job|occupy fill
ocean sea|offer propose|office bureau|officer official|operate run|opinion view|oppose resist
opposition resistance|oral spoken|orange fruit|order command|ordinary normal|organ body|organisation association
original first|outfit clothes|outline sketch|output production|outrage anger|outstanding excellent|oven stove
overcome beat|overlook miss|owe debt|owner proprietor landlord|pack bag|package parcel|page sheet|pain ache
painful sore|painting picture|pale light|panic fear|park garden|participate join|partner companion
passenger traveller|paste glue|patience calm|patient sick|pattern design|pause break|pavement sidewalk
payment pay|peace calm|peak summit|peculiar strange|pencil pen|pension retirement|percent share|perform act
period time|permanent lasting|personal private|personnel staff|pest insect|pet animal|phase stage
phrase expression|physical bodily|picnic meal|pillow cushion|pilot test|pipe tube|pity shame|plain simple
plan scheme|plane aircraft|planet world|plant vegetation|plastic synthetic|platform stage|play game
please satisfy|plot story|plug socket|plumber fitter installer|pocket bag|poem verse|poison toxin
poisonous toxic|polar arctic|pole stick|police officer|polite courteous|poll survey|pollution dirt|pond pool
pool swimming|poor needy|popular liked|population people|portrait picture|position location place fix spot
positive good|possession property|pot pan|potato vegetable|poultry chicken|pour spill|poverty need|powder dust
power strength|practical useful|praise commend|pray worship|precious valuable|predict forecast|prefer favour
pregnant expecting|prejudice bias|prepare ready|prescription medicine|presence attendance|press push
pretend fake|prevent stop|pride honour|priest pastor|prime main|principle rule|print publish|priority precedence
privacy secrecy|procedure process|product goods|profession job|professional expert|profile outline
progress advance|project plan|promise pledge|promote advance|prompt quick|proper correct|proportion share
prospect outlook|prosper thrive|proud pleased|provide supply|province region|public open|publish issue
pump pumping|punish penalise|pupil student|pure clean|pursue chase|puzzle riddle|qualification degree
quarrel argument|quiet silent|quit leave|quote estimate|rabbit hare|rage anger|rain shower|range scope
rank grade|rare scarce|ratio proportion|raw uncooked|ray beam|react respond|reaction response|realise realize
reality fact|reasonable sensible|rebel revolt|recall remember|recipe instructions|reckon think
recognise recognize|recover heal|recovery healing|red scarlet|reference mention|reflect think|reform change
refuse waste|regular steady|rehearsal practice|relation connection|relationship link|relax rest|release free
relevant related|relief ease|religion faith|reluctant unwilling|rely depend|remark comment|remind prompt
removal elimination|replacement substitute|report account|represent stand|reputation name|rescue save
resemble similar|resent dislike|reservoir pond|residence home|resign quit|resort hotel|resource means
respect esteem|responsibility duty|restless uneasy|restore repair|restrict limit|retail shop|retire leave
retreat withdraw|revenge vengeance|revenue income|review critique|revise amend|revolution revolt|rhythm beat
rice grain|rich wealthy|ridiculous absurd|right correct|rigid stiff|riot unrest|roar shout|rob steal
robust sturdy|rocket missile|role part|romantic loving|roof ceiling|room space|root origin|rope cord|rotten bad
rough approximate|round circular|routine habit|royal king|rubber eraser|rude impolite|rumour gossip|sack bag
sad unhappy|safe secure|sail boat|sailor seaman skipper|salad vegetable|salt spice|sample specimen|sand soil
sauce gravy|savings reserves|saw cut|scale size|scan digitise digitize digital|scar mark|scene view|scent smell
schedule timetable|scholar student|score points|scream shout|sculpture statue carving
season spring summer autumn winter|second-hand used secondhand pre-owned|secret hidden|section part|seed grain
selfish greedy|senior older|sense feeling|sensitive delicate|sentence phrase|separate apart|serious grave
servant maid|service help|session meeting|settlement agreement|severe serious|sew stitch|shade shadow
shallow flat|share portion percentage|sharp pointed|shelf rack|shell cover|shelter refuge|shine glow
shirt blouse|shock surprise|shop store|shout cry|shut close|shy timid|side flank|sight view|sign signal
significant important|silence quiet|silly stupid|silver metal|simultaneous together|simultaneously together same
sing song|singer vocalist|single one|sink basin|situation state|skill ability|skin hide|skirt dress|sky air
slave servant|sleep rest|sleeve arm|slide slip|slight small|slim thin|slope hill|smash break|smell odour
smile grin|smoke fumes|smooth even|snack meal|snake reptile|snow ice|soap detergent|social public
society association|sock stocking|soft gentle|soldier troop|sort type|soul spirit|soup broth|sour acid
span period|spare extra|spare save|spark flash|species kind|specific particular|spectator viewer|speech talk
speed pace velocity|spell write|spelling orthography|spoil ruin|spokesman speaker|sponsor backer|spoon fork
sport game|spouse wife|spray sprinkle|spread extend|spring well|spy agent|square plaza|squeeze press
stable steady|stain mark|stair step|stairs steps|stake share|stamp mark|standard norm|star celebrity|stare look
statement declaration|status state|stay remain|steady constant|steam vapour|steel iron|steep sharp|stem stalk
step stage|stick rod|sticky adhesive|stir mix|stock supply store reserve|stomach belly|stone rock|storm gale
story tale|strain stress|stranger foreigner|strategy plan|straw hay|strength force|stretch extend|strict severe
strike walkout|string cord|strip band|stroke hit|strong powerful|structure construction|stubborn obstinate
stuff material|subject topic|subsidy grant|suburb district|succeed manage|success triumph|sudden abrupt
suffer endure pain|sufficient enough|sugar sweet|suggestion proposal|suit fit|suitable appropriate|sum total
summary overview|sun sunshine|superior better|support back|suppose assume|suppress stop|surface top
surplus excess|surprise astonish|surprising unexpected|surrender yield|surround enclose|survive live
suspect doubt|suspicion doubt|swallow gulp|sweat perspire|sweep clean|sweet sugary|swell bulge|swelling bump
swift fast|switch change|symbol sign|sympathy pity|system structure|tail end|talent gift|talk speak|tall high
tame domestic|tank container|tap faucet|tape band|taxi cab|tea drink|tear rip|tease joke|technical mechanical
teenager youth|telephone phone|television tv|temporary interim|tempt lure|tenant renter|tendency trend
tender soft|tension stress|terrible awful|territory area|terror fear|test trial|text wording label
thank grateful|theatre stage|theft stealing|therapist physiotherapist|thick dense|thirst thirsty drink
thorough careful|thread string|threaten menace|throat neck|throw toss|thumb finger|thunder storm|tight close
tile slate|tin can|tissue paper|toast bread|toilet lavatory|tone sound|torch lamp|torture pain|tourist visitor
tournament contest|towel cloth|tower spire|toy doll|track trail|trade commerce|traffic transport
tragedy disaster|trail path|translate interpret|transparent clear|trap snare|treasure wealth|treasurer finance
treat handle|treaty pact|tree bush|tremble shake|tribe clan|triumph victory|troops soldiers|tropical hot
trousers pants|trunk case|truth fact|tunnel passage|turn rotate|twin double|typical usual|tyre tire wheel
ugly unattractive|umbrella rain|uncertain doubtful|undergo experience|underground subway|underline stress
undo reverse|unemployed jobless|unfair unjust|unfortunate unlucky|uniform same|universal general
university college|unlikely improbable|unusual rare|update renew|upset disturb|urban city|urge push
urgent pressing|use employ|useful handy|useless pointless|vague unclear|valid legitimate|value worth
variety range|various several|verdict judgment|version edition|vet veterinarian|victim casualty affected
victory win|virtue merit|virus infection|visible seen|vision sight|visit call|vital essential|vocabulary words
voice speech|volume amount|voucher coupon|wagon cart|waist hip|waiter servant|walk stroll|walking hiking
wall barrier|wallet purse|wander roam|war battle|warn alert|watering irrigation sprinkler sprinkling|wave swell
weak feeble|wealth riches|wear use|weather climate|weed plant|weekend saturday|weight mass|weird strange
welfare wellbeing|well good|wheat grain|whisper murmur|wicked evil|widow widower|width breadth|wild untamed
wind breeze|wire cable|wisdom knowledge|wise clever|witness observer|wonderful great|wooden timber|wool yarn
word term|worker labourer|world earth|worn old|wrist arm|write compose|writer author|wrong incorrect|yell shout
young youthful|zone area
`;
