import type { Field } from "./lint-case.ts";

/** Sessions for measuring only. No rule may be changed because of one of these. */
export const HELD_OUT: readonly Field[] = [
  {
    title: "Rising infections in ward 4",
    heldOut: true,
    steps: [
      "We have to explain why wound infections on ward 4 went up from 2 to 7 a month, and propose a measure.",
      "Candidates are the new disinfectant, the two new nurses, and the change of the dressing supplier in May.",
      {
        text: "The infections start in the second week of May. The supplier changed on 6 May, the disinfectant in March.",
        evidence: ["data/ward4.csv:12-19"],
      },
      "Are the other wards affected? They use the old dressings and report no rise, which points at the supplier.",
      "We can send dressings to the lab, or switch back to the old supplier at once. Waiting for the lab takes two weeks, so the choice is to switch back now and test in parallel.",
      { text: "A stricter hand hygiene campaign instead?", branch: "hygiene", from: 5 },
      { text: "Audits already show 94 % compliance; there is little to gain. Abandoned.", branch: "hygiene" },
      "The head nurse wrote: 'the sterility has been verified by the manufacturer'. We have seen no document, so this cannot count as verified.",
      {
        text: "The lab found spores in two of ten packs. That confirms the suspicion.",
        evidence: ["lab/report-0611.pdf"],
      },
      "In short: contaminated dressings of the new supplier caused the rise of infections on ward 4. The measure is the return to the old supplier, done on 3 June.",
    ],
    faults: [
      { rule: "CL001", after: 4, steps: ["How long do we have to keep the retained samples?"] },
      { rule: "CL002", after: 2, steps: ["We'll go with weekly swabs of all sinks."] },
      {
        rule: "CL003",
        after: 8,
        steps: [
          {
            text: "That was mistaken: the disinfectant changed in May as well, the order form was misfiled.",
            revises: 3,
          },
          "Following #3, the disinfectant cannot be the reason.",
        ],
      },
      { rule: "CL004", after: 7, steps: ["The autoclave was validated."] },
      {
        rule: "CL005",
        after: 7,
        steps: [
          "We should look at the dates of the infections once more.",
          "We should look at the dates of the infections once more.",
          "We should look at the dates of infections once more.",
        ],
      },
      {
        rule: "CL006",
        after: 5,
        steps: [
          { text: "Suppose the air filter is to blame. It is changed twice a year.", branch: "air", from: 5 },
          { text: "The last change was in April and the technician left no note.", branch: "air" },
        ],
      },
      { rule: "CL007", after: 9, ends: true, steps: ["I will ask the pharmacy for a list of all articles."] },
      { rule: "CL008", after: 8, steps: ["Audits show 81 % compliance, which is nothing to be proud of."] },
      {
        rule: "CL010",
        after: 8,
        steps: [
          {
            text: "There was nothing wrong with the list of candidates; it was right as it stood.",
            revises: 2,
          },
        ],
      },
      {
        rule: "CL012",
        after: 4,
        steps: [
          { text: "The supplier could be behind it.", confidence: 0.35 },
          { text: "The supplier is behind it, no doubt.", confidence: 0.9 },
        ],
      },
    ],
  },
  {
    title: "Choosing a message broker",
    heldOut: true,
    steps: [
      "The task is to pick a broker for order events: 4,000 messages per second at peak, replay for 7 days.",
      "RabbitMQ has no replay of consumed messages. Kafka and NATS JetStream both do.",
      { text: "Kafka: three brokers, partitions by customer, a schema registry.", branch: "kafka", from: 2 },
      {
        text: "Nobody on the team has run Kafka in production. The operational load is more than we can carry.",
        branch: "kafka",
      },
      {
        text: "JetStream: one binary, file storage, consumers with acknowledgement.",
        branch: "jetstream",
        from: 2,
      },
      {
        text: "A prototype handled 9,200 messages per second on our smallest nodes. We are going with this one.",
        branch: "jetstream",
        evidence: ["cmd: bench/run.sh jetstream => 0"],
      },
      "How do we keep the order of a customer's events? Subjects carry the customer id, and one consumer per subject keeps the order.",
      "JetStream it is, in preference to Kafka: it is fast enough and we can operate it.",
      "The runbook must be reviewed before anybody claims that failover is tested. `expect(verified).toBe(true)` in the example is only code.",
      "Result: the broker for order events is NATS JetStream, with replay for 7 days. Kafka was left because of its operational load.",
    ],
    faults: [
      { rule: "CL001", after: 2, steps: ["Will the finance team accept events without a signature?"] },
      { rule: "CL002", after: 1, steps: ["Payloads will be encoded as Avro, that is settled."] },
      {
        rule: "CL003",
        after: 8,
        steps: ["The partitions by customer from thought 3 give us the ordering we need."],
      },
      { rule: "CL004", after: 8, steps: ["Failover works; we verified it yesterday."] },
      {
        rule: "CL005",
        after: 8,
        steps: [
          "Compare the memory of both brokers under load.",
          "Compare the memory of both brokers under load.",
          "Compare the memory of both brokers under load.",
        ],
      },
      {
        rule: "CL006",
        after: 2,
        steps: [
          { text: "Redis Streams would be there already.", branch: "redis", from: 2 },
          { text: "Consumer groups exist, and memory is what limits the replay.", branch: "redis" },
        ],
      },
      {
        rule: "CL007",
        after: 9,
        ends: true,
        steps: ["Now let me set up the repository for the client library."],
      },
      {
        rule: "CL008",
        after: 8,
        steps: [
          "At peak we see 6,500 messages per second. The prototype handled 5,100 messages per second on our smallest nodes.",
        ],
      },
      {
        rule: "CL010",
        after: 8,
        steps: [
          { text: "Kafka it is, because everybody else uses it.", revises: 8 },
          {
            text: "JetStream it is, in preference to Kafka: it is fast enough and we can operate it.",
            revises: 9,
          },
        ],
      },
      {
        rule: "CL012",
        after: 7,
        steps: ["My confidence in JetStream is 0.4.", "My confidence in JetStream is 0.9."],
      },
    ],
  },
  {
    title: "When was the chapel rebuilt?",
    heldOut: true,
    steps: [
      "Aim: date the rebuilding of the chapel of St Anne, which the guide puts at 1520.",
      "Sources: the parish accounts (incomplete), the beams of the roof, and a drawing in the county archive.",
      {
        text: "The accounts list payments to a mason from 1534 to 1537, none before.",
        evidence: ["archive/accounts-1530s.txt:88-131"],
      },
      "Can the beams be dated? The dendro lab took four cores; the trees were felled in the winter of 1533.",
      "Two readings are possible: a rebuilding from 1534 on, or repairs after the fire of 1531. The new choir argues for a rebuilding, not for repairs.",
      "I therefore settle on 1534 to 1537, as against the 1520 of the guide.",
      'An older article calls the date "confirmed beyond doubt". It gives no source.',
      "The chapel of St Anne was rebuilt from 1534 to 1537: accounts and beams agree, and the date in the guide is an error.",
    ],
    faults: [
      { rule: "CL001", after: 3, steps: ["Why is the drawing unsigned?"] },
      { rule: "CL002", after: 1, steps: ["We will leave the archive in Kew aside."] },
      {
        rule: "CL003",
        after: 6,
        steps: [
          {
            text: "I was wrong about the accounts: there is one payment in 1529, on a loose leaf.",
            revises: 3,
          },
          "Because the accounts know no payment before 1534 (thought 3), the earlier date is impossible.",
        ],
      },
      { rule: "CL004", after: 6, steps: ["The reading of the mason's mark has been confirmed."] },
      {
        rule: "CL005",
        after: 6,
        steps: [
          "The choir is newer than the nave.",
          "The choir is newer than the nave.",
          "The choir is newer than the nave.",
        ],
      },
      {
        rule: "CL006",
        after: 5,
        steps: [
          { text: "Perhaps only the tower is of that time.", branch: "tower", from: 5 },
          { text: "Its windows look like those of the choir, its masonry does not.", branch: "tower" },
        ],
      },
      { rule: "CL007", after: 7, ends: true, steps: ["Another visit to the county archive would be nice."] },
      { rule: "CL008", after: 6, steps: ["The dendro lab took seven cores, so the result is solid."] },
      {
        rule: "CL010",
        after: 6,
        steps: [
          { text: "The accounts list payments to a mason from 1534 to 1537, none before.", revises: 3 },
        ],
      },
      {
        rule: "CL012",
        after: 4,
        steps: [
          { text: "1534 is a guess.", confidence: 0.3 },
          { text: "1534 is as good as certain.", confidence: 0.85 },
        ],
      },
    ],
  },
  {
    title: "Cut the cost of the canteen",
    heldOut: true,
    steps: [
      "The canteen loses 3,200 francs a month. Objective: cut the cost without a smaller menu.",
      "Food waste is 18 % of what is cooked. Staff cost is fixed until June.",
      "Why is so much thrown away? The kitchen cooks for 240 guests and 190 come on Fridays.",
      "We could close on Fridays, or cook for fewer guests. Closing would upset the shift workers, so we cook for 190 on Fridays instead.",
      { text: "What about a cheaper supplier for vegetables?", branch: "supplier", from: 3 },
      { text: "The quote is only 1 % lower. Not worth the change.", branch: "supplier" },
      "It remains to be confirmed that the freezer can hold what is left over.",
      {
        text: "Four Fridays with 190 portions: waste fell to 9 %, nobody went hungry.",
        evidence: ["figures/fridays.xlsx"],
      },
      "To sum up, cooking for 190 on Fridays halves the waste and cuts the cost of the canteen by 2,900 francs a month, with the same menu.",
    ],
    faults: [
      { rule: "CL001", after: 2, steps: ["Do the works council's rules allow split shifts?"] },
      { rule: "CL002", after: 2, steps: ["It is decided: the salad bar gets a new cooling unit."] },
      {
        rule: "CL003",
        after: 7,
        steps: ["With the vegetables of thought 6 we would reach break-even by May."],
      },
      { rule: "CL004", after: 7, steps: ["The cash register figures are verified."] },
      {
        rule: "CL005",
        after: 7,
        steps: [
          "Count the plates at the counter again.",
          "Count the plates at the counter again.",
          "Count again the plates at the counter.",
        ],
      },
      {
        rule: "CL006",
        after: 4,
        steps: [
          { text: "One could sell the surplus in the evening.", branch: "evening", from: 4 },
          { text: "People would need an app or a list at the door.", branch: "evening" },
        ],
      },
      { rule: "CL007", after: 8, ends: true, steps: ["Tomorrow the new chairs arrive."] },
      { rule: "CL008", after: 7, steps: ["Food waste is 11 % of what is cooked, not a reason to act."] },
      {
        rule: "CL010",
        after: 7,
        steps: [
          { text: "We close on Fridays, that is simplest.", revises: 4 },
          { text: "We cook for 190 on Fridays instead of closing. Back to that.", revises: 8 },
        ],
      },
      {
        rule: "CL012",
        after: 3,
        steps: [
          "I give it 30 % confidence that Fridays are the problem.",
          "By now 85 % confidence that Fridays are the problem.",
        ],
      },
    ],
  },
];
