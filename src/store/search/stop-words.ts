/**
 * Common words without a meaning of their own. They never decide which thoughts are found, unless a question has
 * no other words.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those there here it its itself he him his she her hers they them their theirs we us our " +
    "ours you your yours i me my mine who whom whose which what when where why how is are was were be been being am do " +
    "does did doing done have has had having will would shall should can could may might must ought not no nor none " +
    "and or but if then else so than too very just only also as at by for from in into of off on onto out over to " +
    "toward towards under up upon with within without about above across after against along among around before " +
    "behind below beneath beside besides between beyond during except inside near outside per since through throughout " +
    "till until via again further now ever never always often already yet still quite rather any some " +
    "every either neither both all most more less least few many much several such other another same own else enough " +
    "because while although though unless whether however therefore thus hence let lets get gets got gotten getting go " +
    "goes going went gone make makes made making take takes took taken taking put say says said saying tell told know " +
    "knew known think thought see saw seen want wants wanted need needs needed seem seems seemed like able one ones " +
    "something anything nothing everything someone somebody anyone anybody nobody everyone everybody thing things way " +
    "ways kind sort lot lots bit please s t d ll m re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn " +
    "haven hasn hadn ain cannot happen happens happened come comes came coming find finds found mean means meant"
  ).split(" "),
);

/** Whether a lowercase word is a stop word. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
