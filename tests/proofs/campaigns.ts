import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailoverFault, OrdealReport } from '../cluster/failover-run.ts'
import type { Outcome as Cuts } from '../simulation/power-loss/cut-power.ts'
import type { KindOfKiosk } from '../simulation/campaign.ts'
import { type Outcome, quantiles, type Run } from './proof.ts'

// Each function imports its campaign on demand, so that `--help` and other proofs do not load it.

/** Returns a violation for each count below the minimum. A campaign whose requests all fail proves nothing. */
const fewerThan = (minimum: number, counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts).flatMap(([what, count]) => (count >= minimum ? [] : [`only ${count} ${what}`]))

/** Number of kills within which the control must fail. The control is a kiosk that acknowledges before it writes. */
const CONTROL_KILLS = 20

/** Kills the process of a kiosk with SIGKILL at named points and restarts the kiosk. */
export async function playCrash({ seed, jobs, options, progress }: Run): Promise<Outcome> {
  const { AFTER_THE_FACT, KILL_POINTS } = await import('../crash/kill-points.ts')
  const { killsOf, playRounds } = await import('../crash/rounds.ts')
  const kills = Number(options['kills'])
  const onRound = (done: number, violations: readonly string[]): void =>
    progress([`${done} kills`, ...violations].join('\n'))
  const report = await playRounds({ seed, jobs, kills, onRound })
  const control = await playRounds({ seed, jobs, kills: CONTROL_KILLS, forgetful: true, points: AFTER_THE_FACT })
  const missed = KILL_POINTS.filter((point) => !report.kills[point])
  return {
    amount: `${killsOf([report])} kills at ${Object.keys(report.kills).length} points`,
    violations: [
      ...report.violations,
      ...fewerThan(kills, { kills: killsOf([report]) }),
      ...fewerThan(1, { 'sales done': report.sales['done'] ?? 0 }),
    ],
    controls: { 'acknowledges before it writes': control.violations.length > 0 },
    details: [
      `sales ${JSON.stringify(report.sales)}`,
      `open again: ${quantiles(report.opened)}; everything settled: ${quantiles(report.settled)}`,
      `control: ${control.violations.length} violations in ${CONTROL_KILLS} kills`,
      missed.length > 20 ? `${missed.length} points not struck` : `points not struck: ${missed.join(', ')}`,
    ],
  }
}

const SPELLS = ['refused', 'slow', 'thirds', 'silent'] as const

/** Returns true if every kind of fault that was planted in a control was found. */
const finds = (faults: readonly string[], ...planted: readonly RegExp[]): boolean =>
  planted.every((fault) => faults.some((each) => fault.test(each)))

/** Maximum time from the end of a partner outage until a kiosk sells again. */
const BACK_WITHIN_MS = 5_000

/** Lets kiosks sell via real sockets to a real hub during outages, slow replies and lost replies. */
export async function playFleet({ seed, options }: Run): Promise<Outcome> {
  const { playFleet: play } = await import('../fleet/fleet.ts')
  const kiosks = Number(options['kiosks'])
  const report = await play({ kiosks, seed, timeoutMs: 15_000, spells: SPELLS, sales: 2 * kiosks })
  const control = await play({ kiosks: 3, seed, timeoutMs: 5_000, spells: ['refused'], sales: 2, heedless: true })
  const late = report.backAfterMs.filter((ms) => ms > BACK_WITHIN_MS)
  return {
    amount: `${kiosks} kiosks, ${report.sales.done} sales`,
    violations: [
      ...report.violations,
      ...late.map((ms) => `back only after ${ms.toFixed(0)} ms`),
      ...fewerThan(1, {
        'sales behind a slow line': report.soldIn.slow,
        'sales behind a line that loses replies': report.soldIn.thirds,
        'sales paid in an outage': report.caughtSoldAfterMs.length,
      }),
    ],
    controls: { 'takes silence for consent': finds(control.violations, /that was not made for it/u) },
    details: [
      `sales ${JSON.stringify(report.sales)}, by condition ${JSON.stringify(report.soldIn)}, ${report.rejected} turned away`,
      `back after the partner's return: ${quantiles(report.backAfterMs)}`,
      `paid in an outage, tickets after its end: ${quantiles(report.caughtSoldAfterMs)}`,
    ],
  }
}

/** Number of seeds on which each faulty program must fail, and the maximum number of seeds to simulate. */
const FAULTY = {
  naive: { failed: 8, seeds: 30 },
  'early-timeout': { failed: 3, seeds: 40 },
  'drops-open-payment': { failed: 3, seeds: 40 },
  'forgets-refund': { failed: 3, seeds: 160 },
  'counts-invoices': { failed: 3, seeds: 80 },
  'composes-again': { failed: 3, seeds: 60 },
  'forgets-account-entries': { failed: 3, seeds: 80 },
  'renumbers-unsigned': { failed: 3, seeds: 80 },
  'repeats-copies': { failed: 3, seeds: 40 },
  'credits-escrow': { failed: 1, seeds: 4 },
} as const satisfies Partial<Record<KindOfKiosk, { readonly failed: number; readonly seeds: number }>>

/** Number of kinds of fault that 500 seeds may miss. */
const RARE_KINDS = 8

/** Simulates seeds. `--kiosks`: `shipping`, `notes` (with note acceptors) or a faulty program that must fail. */
export async function playSimulation({ seed, jobs, story, options, progress }: Run): Promise<Outcome> {
  const { describeTally, isCaught, isKindOfKiosk, kindsOfKiosk, runInParallel } =
    await import('../simulation/campaign.ts')
  const { FAULT_KINDS } = await import('../simulation/faults.ts')
  const kiosks = options['kiosks']
  if (!isKindOfKiosk(kiosks)) throw new Error(`--kiosks: expected one of ${Object.keys(kindsOfKiosk).join(', ')}`)
  if (story) return replay(seed, kiosks)
  const seeds = Number(options['seeds'])
  const onProgress: Parameters<typeof runInParallel>[0]['onProgress'] = (sum) =>
    progress(`${sum.seeds} of ${seeds} seeds, ${sum.failed.length} failed`)
  const tally = await runInParallel({ first: seed, seeds, jobs, kiosks, onProgress })
  const controls: Record<string, boolean> = {}
  for (const [kind, within] of Object.entries(FAULTY) as [keyof typeof FAULTY, { failed: number; seeds: number }][])
    controls[kind] = await isCaught(kind, within)
  const [failed] = tally.failed
  const isLong = kiosks === 'shipping' && seeds >= 500
  return {
    amount: `${tally.seeds} seeds from ${seed}`,
    violations: [
      ...tally.failed.map((one) => `seed ${one.seed}: ${one.violations.join('; ')}`),
      ...fewerThan(isLong ? FAULT_KINDS.length - RARE_KINDS : 0, {
        'kinds of fault': Object.keys(tally.faults).length,
      }),
    ],
    controls,
    details: describeTally(tally).split('\n'),
    ...(failed ? { repeat: `simulation --seed ${failed.seed} --story --kiosks ${kiosks}` } : {}),
  }
}

/** Simulates a seed twice and prints its event log. The control is another seed, whose log must differ. */
async function replay(seed: number, kiosks: KindOfKiosk): Promise<Outcome> {
  const { kindsOfKiosk, storyDigest, withTemplates } = await import('../simulation/campaign.ts')
  const run = kindsOfKiosk[kiosks]
  const [report, again, other] = await withTemplates(
    async (templates) =>
      [await run(seed, templates), await run(seed, templates), await run(seed + 1, templates)] as const,
  )
  console.log(report.story.join('\n'))
  const digest = storyDigest(report)
  const changed = storyDigest(again) === digest ? [] : ['the second run of the seed was different']
  return {
    amount: `seed ${seed}, ${report.story.length} lines, sha256 ${digest}`,
    violations: [...report.violations.map(({ invariant, what }) => `${invariant}: ${what}`), ...changed],
    controls: { 'another seed': storyDigest(other) !== digest },
    details: [`sales ${JSON.stringify(report.sales)}`],
  }
}

/** Simulates two shifts. In the control, a cashier steals cash and a card payment is entered by hand. */
export async function playDay({ seed, options, progress }: Run): Promise<Outcome> {
  const { playDay: play } = await import('../day/day.ts')
  const { violations, ...counts } = await play({ sales: Number(options['sales']), seed, onProgress: progress })
  const control = (await play({ sales: 20, seed, pilfers: true })).violations.join('\n')
  return {
    amount: `${counts.sales} sales`,
    violations,
    controls: {
      'a cashier pilfers': /: Z \d expects/u.test(control),
      'a card by hand': control.includes('card terminal'),
    },
    details: [JSON.stringify(counts)],
  }
}

/** Maximum time until a seat request that comes too late is refused (99th percentile). */
const REFUSED_WITHIN_MS = 1_000

/** Lets kiosk processes compete for seats until all seats are sold, and repeatedly for one credit voucher. */
export async function playRace({ options }: Run): Promise<Outcome> {
  const { FIRST, runRace, runSlipRace } = await import('../crash/race.ts')
  const kiosks = Number(options['kiosks'])
  const seats = await runRace({ kiosks, seats: Number(options['seats']), shared: true })
  const slips = await runSlipRace({ kiosks, rounds: Number(options['slips']), shared: true })
  const apart = await runRace({ kiosks: 2, seats: 40, shared: false })
  const slipApart = await runSlipRace({ kiosks: 2, rounds: 1, shared: false })
  const late = seats.toldAfterMs.toSorted((a, b) => a - b)[Math.floor(0.99 * seats.toldAfterMs.length)] ?? 0
  return {
    amount: `${kiosks} kiosks, ${seats.seats} seats, ${slips.spent.length} slips`,
    violations: [
      ...oversold(seats.sold, seats.seats),
      ...(late > REFUSED_WITHIN_MS ? [`refused after ${late.toFixed(0)} ms (p99)`] : []),
      ...slips.spent.flatMap((times, round) => (times === 1 ? [] : [`slip ${round + 1} was spent ${times} times`])),
      ...seats.faults,
      ...slips.faults,
      ...(slips.owed === FIRST.amount ? [] : [`${slips.owed} owed on slips of ${FIRST.amount}`]),
      ...fewerThan(1, { 'requests that came too late': seats.toldAfterMs.length }),
    ],
    controls: {
      'seats without a common service': oversold(apart.sold, apart.sold.length).length > 0,
      'slips without a hub': slipApart.spent.some((times) => times > 1),
    },
    details: [`granted: ${quantiles(seats.grantedAfterMs)}`, `refused: ${quantiles(seats.toldAfterMs)}`],
  }
}

/** Lets buyers compete at several hub processes, on SQLite and on PostgreSQL. */
export async function playHubRace({ options }: Run): Promise<Outcome> {
  const { raceHubs } = await import('../store/hub-race.ts')
  const { newSchema, startPostgres } = await import('../support/postgres-server.ts')
  const [hubs, clients, seats] = [Number(options['hubs']), Number(options['clients']), Number(options['seats'])]
  const folder = mkdtempSync(join(tmpdir(), 'guichet-race-'))
  const server = options['store'] ? null : await startPostgres()
  try {
    const url = options['store'] || (server?.url ?? '')
    const databases = { SQLite: join(folder, 'booking-service.db'), PostgreSQL: await newSchema(url) }
    const violations: string[] = []
    const details: string[] = []
    for (const [name, database] of Object.entries(databases)) {
      const { sold, refusals, faults, milliseconds } = await raceHubs({ database, hubs, clients, seats })
      violations.push(...[...oversold(sold, seats), ...faults].map((violation) => `${name}: ${violation}`))
      const rate = ((2 * sold.length + refusals) / milliseconds) * 1000
      details.push(`${name}: ${sold.length} sold, ${refusals} refused, ${rate.toFixed(0)} calls/s`)
    }
    const apart = await raceHubs({ database: join(folder, 'apart.db'), hubs: 2, clients: 2, seats: 8, isApart: true })
    return {
      amount: `${hubs} hubs of ${clients} buyers, ${seats} seats on SQLite and PostgreSQL`,
      violations,
      controls: { 'a database for each hub': new Set(apart.sold).size < apart.sold.length },
      details,
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true })
  }
}

function oversold(sold: readonly string[], seats: number): readonly string[] {
  const twice = sold.length - new Set(sold).size
  return [
    ...(twice > 0 ? [`${twice} seats sold twice`] : []),
    ...(sold.length === seats ? [] : [`${sold.length} of ${seats} seats sold`]),
  ]
}

/** Number of disk states in each control; more than a third must show a loss. */
const CONTROL_STATES = 200

/** Simulates power cuts at every write and flush. Controls: synchronous = NORMAL, and a disk that ignores flushes. */
export async function playPowerLoss({ seed, options, progress }: Run): Promise<Outcome> {
  const { cutPower } = await import('../simulation/power-loss/cut-power.ts')
  const { recordWorkload } = await import('../simulation/power-loss/strace.ts')
  /** If `flushes` is false, the simulated disk ignores every flush. */
  async function cut(setting: 'full' | 'normal', states: number, flushes = true): Promise<Cuts> {
    const scratch = mkdtempSync(join(tmpdir(), 'guichet-power-loss-'))
    const directory = join(scratch, 'register')
    mkdirSync(directory)
    try {
      const recorded = recordWorkload(directory, Number(options['sales']), setting)
      const calls = flushes ? recorded : recorded.filter(({ call }) => call !== 'flush')
      return await cutPower(calls, { states, seed, onProgress: (done) => progress(`${setting}: ${done} of ${states}`) })
    } finally {
      rmSync(scratch, { recursive: true })
    }
  }

  const full = await cut('full', Number(options['states']))
  const normal = await cut('normal', CONTROL_STATES)
  const unflushed = await cut('full', CONTROL_STATES, false)
  const failed = full.lost + full.corrupt
  return {
    amount: `${full.states} states at ${full.boundaries} boundaries`,
    violations: [
      ...(failed === 0 ? [] : [`${full.lost} lost a sale, ${full.corrupt} corrupt`, ...full.examples]),
      ...fewerThan(50 * Number(options['sales']), { boundaries: full.boundaries }),
    ],
    controls: {
      'synchronous = NORMAL': normal.lost > CONTROL_STATES / 3,
      'a disk that ignores flushes': unflushed.lost + unflushed.corrupt > CONTROL_STATES / 3,
    },
    details: [normal, unflushed].map(
      ({ lost, corrupt, states }) => `control: ${lost} of ${states} lost a sale, ${corrupt} corrupt`,
    ),
  }
}

/** Forgeries that a verifier without roots of trust must miss. */
const WITHOUT_ROOTS = [
  'everything is signed again by a stranger',
  'the archive is cut, and a stranger’s key takes over and goes on',
  'the last sale is deleted, with anchor, roll and backups',
  'the triggers are replaced by ones that do nothing',
]

/**
 * For each root of trust, tries every forgery that needs no secret, and pairs of such forgeries. Control: a verifier
 * without roots.
 */
export async function playForgeries({ options }: Run): Promise<Outcome> {
  const { openCampaign, pairs, singles } = await import('../forge/campaign.ts')
  const { ROOTS } = await import('../forge/target-ledger.ts')
  const campaign = await openCampaign()
  try {
    const stride = Math.max(1, Math.ceil(pairs.length / Number(options['pairs'])))
    const attacks = [...singles, ...pairs.filter((_, index) => index % stride === 0)]
    const violations = (await campaign.honest()).map((name) => `untouched files do not hold: ${name}`)
    const details: string[] = []
    let played = 0
    for (const root of ROOTS) {
      const judged = await campaign.judge(root, attacks)
      const blind = await campaign.blind(root)
      played += judged.attacks
      violations.push(...judged.missed.map((name) => `${root}: missed ${name}`))
      if (blind.missed.length < blind.attacks) violations.push(`${root}: sees what the format says it cannot`)
      details.push(`${root}: ${judged.attacks} noticed; not visible to it: ${blind.missed.join(', ') || 'none'}`)
    }
    const control = await campaign.withoutRoots(singles)
    return {
      amount: `${played} forgeries under ${ROOTS.length} roots of trust`,
      violations,
      controls: { 'a verifier without roots': WITHOUT_ROOTS.every((name) => control.missed.includes(name)) },
      details: [...details, `control: ${control.missed.length} of ${control.attacks} missed`],
    }
  } finally {
    campaign.close()
  }
}

/** Tests the client with mutated partner replies, and a kiosk with one kind of false reply at a time. */
export async function playPartnerFuzz({ seed, options }: Run): Promise<Outcome> {
  const { lieToTheKiosk, namesAnother } = await import('../fuzz/hostile-partner.ts')
  const { fuzzPartner, naiveReader, shippingReader } = await import('../fuzz/partner-fuzz.ts')
  const { createRandom } = await import('../simulation/random.ts')
  const replies = await fuzzPartner(Number(options['replies']), seed, shippingReader(createRandom(seed)))
  const naive = await fuzzPartner(500, seed, naiveReader)
  const lies = await lieToTheKiosk({ most: Number(options['lies']), seed })
  const blind = await lieToTheKiosk({ only: namesAnother, blind: true })
  const { confirmed, priced, refunds } = replies
  return {
    amount: `${replies.replies} replies, ${lies.lies} lies`,
    violations: [
      ...replies.faults,
      ...lies.faults,
      // Enough replies remain valid after the mutations for each kind of reply to be accepted sometimes.
      ...fewerThan(replies.replies / 30, { confirmed }),
      ...fewerThan(replies.replies / 60, { priced }),
      ...fewerThan(replies.replies / 600, { refunds }),
      ...fewerThan(lies.lies / 3, { 'sales under lies': lies.ended['done'] ?? 0 }),
      ...fewerThan(lies.lies + 1, { 'false replies': lies.told }),
      ...fewerThan(Math.min(Number(options['lies']), 1_000) / 2, { lies: lies.lies }),
    ],
    controls: {
      'believes any 2xx, takes any 4xx for final': finds(
        naive.faults,
        /false confirmation/u,
        /a refund without a word/u,
      ),
      'ignores whose a reply is': finds(
        blind.faults,
        /"priced" by a reply to readCheckout/u,
        /"confirmed": ticket \d+ was said to be of something else/u,
      ),
    },
    details: [
      `replies: ${confirmed} confirmed, ${priced} priced, ${refunds} refunds due`,
      `lies: ${lies.told} replies; sales ${JSON.stringify(lies.ended)}`,
    ],
  }
}

/** Sends malformed requests, both raw and derived from the OpenAPI document, to a hub in a separate process. */
export async function playHubFuzz({ seed, options }: Run): Promise<Outcome> {
  const { fuzzHub } = await import('../fuzz/hub-fuzz.ts')
  const hub = await fuzzHub(Number(options['requests']), seed)
  const control = await fuzzHub(2_500, seed, { control: true })
  const statuses = [...hub.statuses].toSorted(([a], [b]) => a - b)
  return {
    amount: `${hub.requests} requests, ${hub.raw} of them raw`,
    violations: [
      ...hub.faults,
      ...fewerThan(hub.requests / 15, { accepted: hub.statuses.get(200) ?? 0 }),
      ...fewerThan(hub.requests / 3, { refused: hub.statuses.get(400) ?? 0 }),
      ...fewerThan(hub.requests / 150, { raw: hub.raw }),
    ],
    controls: {
      'believes every body, leaks, never frees memory': finds(control.faults, /^HTTP 5xx/u, /^told what is another's/u),
    },
    details: [
      `replies ${statuses.map(([status, count]) => `${status || 'cut off'}: ${count}`).join(', ')}`,
      `memory in MiB: ${hub.memory.map((bytes) => (bytes / 1024 / 1024).toFixed(1)).join(' ')}`,
    ],
  }
}

const WITHIN_MS = 15_000
/** Maximum time to recover after two simultaneous failures. */
const ALONE_WITHIN_MS = 60_000
const BLOWS: readonly FailoverFault[] = ['machine', 'network', 'server', 'frozen', 'alone']

/** Lets kiosks sell through hubs on a PostgreSQL cluster (Patroni, etcd, HAProxy) whose primary fails repeatedly. */
export async function playCluster({ options, progress }: Run): Promise<Outcome> {
  const { ordeal } = await import('../cluster/failover-run.ts')
  const { findPrograms } = await import('../cluster/programs.ts')
  const programs = findPrograms()
  if ('missing' in programs) throw new Error(`missing: ${programs.missing.join(', ')}`)
  const blows = Array.from({ length: Number(options['kills']) }, (_, index) => BLOWS[index % BLOWS.length]!)
  const onBlow = (blow: FailoverFault, ms: number | null): void => progress(`${blow}: sales after ${ms} ms`)
  const [kiosks, hubs] = [Number(options['kiosks']), Number(options['hubs'])]
  const report = await ordeal({ programs, hubs, kiosks, blows, isSynchronous: true, onBlow })
  const control = await ordeal({ programs, hubs: 1, kiosks: 8, blows: ['alone'], isSynchronous: false, onBlow })
  const { sold, refused, rejected, reads, goneOnAfterMs, backup } = report
  return {
    amount: `${kiosks} kiosks at ${hubs} hubs, ${blows.length} kills, ${sold} purchases`,
    violations: violationsOf(report, blows),
    controls: { 'acknowledges before a replica has it': control.lost.length > 0 },
    details: [
      `sales continued after ms: ${goneOnAfterMs.join(', ')}`,
      `${rejected} calls answered 503, ${refused} orders refused, ${reads.replica} reads by replicas, ${reads.primary} by the primary`,
      `restored to the middle: ${backup.before} purchases before it, ${backup.after} after it; hub: ${backup.health}`,
    ],
  }
}

function violationsOf(report: OrdealReport, blows: readonly FailoverFault[]): readonly string[] {
  const { sold, lost, twice, refusedButSold, faults, goneOnAfterMs, backup } = report
  const counts = {
    'acknowledged purchases lost': lost.length,
    'seats sold twice': twice.length,
    'refused orders sold': refusedButSold.length,
    'purchases lost by the restore': backup.lost.length,
    'purchases restored from after the moment': backup.tooNew,
  }
  const wrong = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
  const late = goneOnAfterMs.flatMap((ms, index) =>
    ms !== null && ms <= (blows[index] === 'alone' ? ALONE_WITHIN_MS : WITHIN_MS) ? [] : [`${blows[index]}: ${ms} ms`],
  )
  if (sold === 0 || backup.before === 0 || backup.after === 0) wrong.push('nothing was sold before or after the moment')
  if (backup.health !== 'ok') wrong.push(`a hub on the restored database reports ${backup.health}`)
  return [...wrong, ...late, ...faults]
}
