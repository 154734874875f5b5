import type { Field } from "./lint-case.ts";

/**
 * Sessions for development. They were written before the rules, and follow how people write, not what the rules match.
 */
export const DEVELOPMENT: readonly Field[] = [
  {
    title: "Why does checkout time out on Fridays?",
    heldOut: false,
    steps: [
      "Goal: find out why checkout times out on Friday evenings and stop it. Customers see a spinner and then an error page.",
      "The load balancer closes idle connections after 60 seconds. The application waits for the payment provider without a limit of its own.",
      "What differs on Fridays? Traffic doubles, and the weekly invoice export starts at 18:00, so both compete for the same connection pool.",
      "Two ways to fix it: move the export to Saturday morning, or give it a pool of its own. Moving it is one line of cron; a second pool costs memory on every node.",
      {
        text: "Try the separate pool first. Each node would hold 20 more connections, and the database allows 300 in total.",
        branch: "second-pool",
        from: 4,
      },
      {
        text: "With nine nodes that is too many connections. I am dropping this idea: the database would refuse clients.",
        branch: "second-pool",
      },
      "Decision: move the export to Saturday 06:00 rather than adding a pool, because the database has no room for more connections.",
      'It was said in standup that "the export is verified to be harmless", which nobody could back up. The fix is not verified yet.',
      {
        text: "Ran the load script against staging with the export moved: no timeouts in an hour. Confirmed that the pool never fills up.",
        evidence: ["cmd: ./load.sh --minutes 60 => 0"],
      },
      "Conclusion: checkout timed out on Fridays because the invoice export drained the connection pool at 18:00. Moving it to Saturday solves it; alerts on pool usage are in place.",
    ],
    faults: [
      {
        rule: "CL001",
        after: 3,
        steps: ["Does the mobile app retry payments by itself when it loses the network?"],
      },
      { rule: "CL002", after: 3, steps: ["We will store carts in Memcached from now on."] },
      {
        rule: "CL003",
        after: 8,
        steps: [
          {
            text: "Correction: the balancer closes connections after 120 seconds, I misread the unit.",
            revises: 2,
          },
          "Building on #2, the client should give up a little before the balancer does.",
        ],
      },
      { rule: "CL004", after: 7, steps: ["I rolled the change out to one node and all tests pass."] },
      {
        rule: "CL005",
        after: 7,
        steps: [
          "Let me look at the pool metrics again to see who holds the connections.",
          "Let me look at the pool metrics again to see who holds the connections.",
          "Let me look at the pool metrics again, to see who holds the connections.",
        ],
      },
      {
        rule: "CL006",
        after: 4,
        steps: [
          {
            text: "What about putting a queue between checkout and the provider? Orders would be accepted at once and charged later.",
            branch: "queue",
            from: 4,
          },
          {
            text: "The queue needs a worker and a table for jobs. Refunds would have to look at both places.",
            branch: "queue",
          },
        ],
      },
      { rule: "CL007", after: 9, ends: true, steps: ["Next I will read the release notes of the driver."] },
      {
        rule: "CL008",
        after: 8,
        steps: ["The database allows 500 connections in total, so there is room to spare."],
      },
      {
        rule: "CL010",
        after: 8,
        steps: [
          {
            text: "Decision: give the export a pool of its own, because moving a cron job is fragile.",
            revises: 7,
          },
          {
            text: "Decision: move the export to Saturday 06:00 rather than adding a pool, because the database has no room for more connections.",
            revises: 9,
          },
        ],
      },
      {
        rule: "CL012",
        after: 7,
        steps: [
          { text: "It may be the export, I am not sure at all.", confidence: 0.3 },
          { text: "It is the export, clearly.", confidence: 0.95 },
        ],
      },
    ],
  },
  {
    title: "Yield of the aldol step is too low",
    heldOut: false,
    steps: [
      "We want to raise the yield of the aldol step, which gives 41 % in the hands of two people.",
      "Possible causes: wet solvent, base too old, or the enolate is quenched by the starting aldehyde. I would look at water first.",
      {
        text: "Karl Fischer of the THF shows 180 ppm of water, far above the 30 ppm we assume.",
        evidence: ["notes/kf-2026-03-02.csv:4"],
      },
      "Is the base active at all? Titration against diphenylacetic acid gave 1.58 M for a bottle labelled 1.6 M, so the base is fine.",
      "Options now: dry the THF over sieves for two days, or buy it in septum bottles. Sieves are cheap and we have the time.",
      "We dry the THF over sieves instead of buying bottles.",
      "Unless the dry run is confirmed by a second person, we should not change the protocol.",
      {
        text: "Run with dried THF: the isolated yield rose from 41 % to 68 %. NMR confirmed the product.",
        evidence: ["spectra/run-7.jdx"],
      },
      "Therefore wet THF was what kept the yield of the aldol step low; with dried solvent it is at 68 %, and the protocol now asks for sieves.",
    ],
    faults: [
      { rule: "CL001", after: 4, steps: ["Could the quench at room temperature cause retro-aldol?"] },
      { rule: "CL002", after: 2, steps: ["I have settled on LDA as the base."] },
      {
        rule: "CL003",
        after: 6,
        steps: [
          { text: "The Karl Fischer value was wrong: the cell had drifted, the THF has 60 ppm.", revises: 3 },
          "As measured in thought 3, the solvent is very wet, hence two days over sieves are needed.",
        ],
      },
      { rule: "CL004", after: 6, steps: ["The purity of the aldehyde has been verified."] },
      {
        rule: "CL005",
        after: 6,
        steps: [
          "Maybe the temperature drifted while the base was added.",
          "Maybe the temperature drifted while the base was added.",
          "Maybe the temperature drifted while the base was being added.",
        ],
      },
      {
        rule: "CL006",
        after: 5,
        steps: [
          {
            text: "Think about a boron enolate: it needs no strong base and tolerates some water.",
            branch: "boron",
            from: 5,
          },
          { text: "The reagent has to be made fresh every time.", branch: "boron" },
        ],
      },
      { rule: "CL007", after: 8, ends: true, steps: ["Let me now order more septa and vials."] },
      {
        rule: "CL008",
        after: 6,
        steps: [
          "The bottle of base is labelled 1.6 M. The yield of the aldol step is 52 % in the hands of two people.",
        ],
      },
      {
        rule: "CL010",
        after: 7,
        steps: [
          {
            text: "Water was the right suspect and the reading stands, nothing in it was mistaken.",
            revises: 3,
          },
        ],
      },
      {
        rule: "CL012",
        after: 4,
        steps: [
          "I would say 20% sure that water is the cause.",
          "Now I am 90% sure that water is the cause.",
        ],
      },
    ],
  },
  {
    title: "Three days in Lisbon with two children",
    heldOut: false,
    steps: [
      "Plan three days in Lisbon in April for two adults and two children, 6 and 9, without a car.",
      "The children tire after about two hours of walking, so each half day gets one thing and a place to sit.",
      "Where to stay? Alfama is pretty and steep; Parque das Nações is flat and near the aquarium. Flat wins with a pushchair, so we stay at Parque das Nações.",
      "Tram 28 or the tuk-tuk for the old town? The tram is crowded after ten, the tuk-tuk costs 60 euros. We take the tram at nine rather than the tuk-tuk.",
      { text: "Alternatively a day trip to Sintra by train.", branch: "sintra", from: 4 },
      {
        text: "Two changes and a queue at the palace: not with a six-year-old. Sintra is out.",
        branch: "sintra",
      },
      "The aquarium opens at ten and is quiet until noon. Day 1: aquarium and cable car.",
      'The guide book says "bookings are confirmed by e-mail"; that is their wording, we have booked nothing yet.',
      "So the plan for three days in Lisbon: day 1 aquarium, day 2 tram and castle, day 3 Belém by boat. Everything is reachable without a car.",
    ],
    faults: [
      { rule: "CL001", after: 2, steps: ["Do we need travel insurance for the grandparents?"] },
      { rule: "CL002", after: 2, steps: ["We are flying with TAP."] },
      {
        rule: "CL003",
        after: 7,
        steps: ["Given the train times from thought 5, we should buy the day ticket the evening before."],
      },
      { rule: "CL004", after: 7, steps: ["I checked with the hotel and the family room is confirmed."] },
      {
        rule: "CL005",
        after: 7,
        steps: [
          "The castle is on a hill, is it too far to walk for the small one. Think about the castle.",
          "Think about the castle. The castle is on a hill, is it too far to walk for the small one.",
          "The castle is on a hill, is it too far to walk for the small one. Think about the castle.",
        ],
      },
      {
        rule: "CL006",
        after: 4,
        steps: [
          { text: "What if we rent bicycles along the river?", branch: "bikes", from: 4 },
          { text: "There is a rental shop behind the station with seats for children.", branch: "bikes" },
        ],
      },
      { rule: "CL007", after: 8, ends: true, steps: ["Hm, I should read more about the tram."] },
      { rule: "CL008", after: 7, steps: ["The tuk-tuk costs 35 euros, so it is no problem for the budget."] },
      {
        rule: "CL010",
        after: 7,
        steps: [
          { text: "We take the tuk-tuk: the tram is a nightmare with a pushchair.", revises: 4 },
          {
            text: "We take the tram at nine, the tuk-tuk costs 60 euros. So the tram after all.",
            revises: 8,
          },
        ],
      },
      {
        rule: "CL012",
        after: 6,
        steps: [
          { text: "The weather in April might do.", confidence: 0.4 },
          { text: "The weather will be fine.", confidence: 0.9 },
        ],
      },
    ],
  },
  {
    title: "Should the tenant get the deposit back?",
    heldOut: false,
    steps: [
      "Question to settle: does the tenant get the deposit of 1,800 euros back although the kitchen was repainted in dark blue?",
      "The lease says walls are to be returned in neutral colours. It says nothing about a deadline for the landlord's claim.",
      "Case law treats dark colours as damage only if they make letting harder, see https://example.org/case-8-zr-224.",
      "Either we claim the full sum and risk the costs, or we offer 300 euros for repainting and ask for the rest.",
      "A claim for the full sum fails if the court calls blue unusual, and the costs would eat the deposit. We recommend the offer of 300 euros over the claim for the full sum.",
      "If the landlord's quote is confirmed by the painter, the offer may have to rise. So far it is not.",
      "What does the client want most? She said on the phone that she wants it over with, which speaks for the offer.",
      "Answer: yes, she gets most of the deposit back. We offer 300 euros for repainting the blue kitchen and demand 1,500 euros.",
    ],
    faults: [
      { rule: "CL001", after: 3, steps: ["Who took the photographs at the handover?"] },
      { rule: "CL002", after: 2, steps: ["I have decided to bring the case before the regional court."] },
      {
        rule: "CL003",
        after: 6,
        steps: [
          { text: "I misread the lease: it does set a deadline of six months for the claim.", revises: 2 },
          "Since there is no deadline (#2), the landlord can still sue next year.",
        ],
      },
      { rule: "CL004", after: 6, steps: ["The painter's invoice has been checked and confirmed."] },
      {
        rule: "CL005",
        after: 5,
        steps: [
          "Is blue neutral? No dictionary would say so.",
          "Is blue neutral? No dictionary would say so.",
          "Is blue neutral? No dictionary would say so!",
        ],
      },
      {
        rule: "CL006",
        after: 4,
        steps: [
          { text: "Consider mediation through the tenants' association.", branch: "mediation", from: 4 },
          { text: "It takes about three months and both have to agree to it.", branch: "mediation" },
        ],
      },
      { rule: "CL007", after: 7, ends: true, steps: ["The weather has been bad for the post lately."] },
      {
        rule: "CL008",
        after: 6,
        steps: ["With a deposit of 2,400 euros, the small claims procedure is still open to us."],
      },
      {
        rule: "CL010",
        after: 6,
        steps: [
          {
            text: "Case law treats dark colours as damage only if they make letting harder, see https://example.org/case-8-zr-224.",
            revises: 3,
          },
        ],
      },
      {
        rule: "CL012",
        after: 5,
        steps: [
          { text: "The court could go either way.", confidence: 0.5 },
          { text: "The court will side with us.", confidence: 0.9 },
        ],
      },
    ],
  },
];
