import type { ReadFrom } from '../../electron/booking/sql/postgres/transactions.ts'
import { newEvent } from '../contract/buyers.ts'
import { contractClient } from '../contract/target.ts'
import { postgresRows } from '../support/postgres-server.ts'
import { archived, momentOf, restored, takeBackup } from './backup.ts'
import { startHubs, type HubPlace } from './hubs.ts'
import { startCluster, type InjectedFault, type Cluster } from './cluster.ts'
import { openKiosks, type Kiosks, type KioskReply, type Answered } from './kiosks.ts'
import type { Programs } from './programs.ts'

interface OrdealOptions {
  readonly programs: Programs
  readonly hubs: number
  readonly kiosks: number
  readonly blows: readonly FailoverFault[]
  /** False if commits do not wait for a replica. */
  readonly isSynchronous: boolean
  readonly onBlow: (blow: FailoverFault, goneOnAfterMs: number | null) => void
}

type Reads = Readonly<Record<ReadFrom, number>>

/** `alone`: the primary is cut off from its replicas for a while before its machine fails. */
export type FailoverFault = InjectedFault | 'alone'

export interface OrdealReport extends Verdict {
  readonly sold: number
  readonly refused: number
  readonly rejected: number
  readonly reads: Reads
  readonly faults: readonly string[]
  /** Milliseconds from each failure to the reply to a later purchase. Null if none was acknowledged in time. */
  readonly goneOnAfterMs: readonly (number | null)[]
  readonly backup: BackupReport
}

/** Result of restoring the database from a backup and the archive, as of a moment in the middle of the failures. */
interface BackupReport extends Verdict {
  /** Purchases acknowledged before the restored moment; `after`: sent and acknowledged after it. */
  readonly before: number
  readonly after: number
  readonly tooNew: number
  readonly health: string
}

const EVENTS = 3
const PATIENCE_MS = 60_000
/** Number of sales before the first failure and after each. */
const CALM = 40
const ALONE_MS = 2_000

export async function ordeal(options: OrdealOptions): Promise<OrdealReport> {
  const cluster = await startCluster(options.programs, options.isSynchronous)
  const hubs = startHubs()
  try {
    await cluster.whole()
    const places: HubPlace[] = []
    while (places.length < options.hubs) places.push(await hubs.open(cluster.url, cluster.replicas))
    const ports = places.map(({ port }) => port)
    const events: object[] = []
    while (events.length < EVENTS) events.push(await newMatch(ports[0] ?? 0, events.length))
    const where = { programs: options.programs, url: cluster.url, folder: cluster.folder }
    await takeBackup(where)
    const kiosks = openKiosks({ kiosks: options.kiosks, hubs: ports, events })
    const goneOnAfterMs: (number | null)[] = []
    let moment = 0
    for (const [index, blow] of options.blows.entries()) {
      await kiosks.soldAfter(Date.now(), CALM, PATIENCE_MS)
      if (index === options.blows.length >> 1) moment = await momentOf(cluster.url)
      const after = await struck(cluster, kiosks, blow)
      goneOnAfterMs.push(after)
      options.onBlow(blow, after)
    }
    await kiosks.soldAfter(Date.now(), CALM, PATIENCE_MS)
    await kiosks.close()
    const { answered, faults } = kiosks
    const sold = answered.filter(({ codes }) => codes !== null).length
    const counts = { sold, refused: answered.length - sold, rejected: kiosks.rejected() }
    const reads = await readsOf(places)
    const verdict = judge(answered, await issuedAt(cluster.url))
    await archived(cluster.url)
    const backup = await restored(where, cluster.archive, moment, async (url) =>
      lookedAt(url, answered, moment, await healthOf((await hubs.open(url)).port)),
    )
    return { ...verdict, ...counts, reads, faults, goneOnAfterMs, backup }
  } finally {
    hubs.close()
    await cluster.stop()
  }
}

async function readsOf(places: readonly HubPlace[]): Promise<Reads> {
  const pages = await Promise.all(places.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()))
  const sum = (from: ReadFrom): number => {
    const pattern = new RegExp(`^guichet_database_reads_total\\{from="${from}"\\} (\\d+)$`, 'mu')
    return pages.reduce((all, page) => all + Number(pattern.exec(page)?.[1] ?? 0), 0)
  }
  return { primary: sum('primary'), replica: sum('replica') }
}

async function lookedAt(url: string, answered: readonly KioskReply[], moment: number, health: string) {
  const earlier = answered.filter(({ answeredAt }) => answeredAt < moment)
  const later = answered.filter(({ codes, sentAt }) => codes !== null && sentAt > moment)
  const newer = await postgresRows(url, `SELECT 1 FROM purchase WHERE completed_at > ${moment}`)
  const before = earlier.filter(({ codes }) => codes !== null).length
  return { ...judge(earlier, await issuedAt(url)), before, after: later.length, tooNew: newer.length, health }
}

async function healthOf(port: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/healthz`)
  return ((await reply.json()) as { status: string }).status
}

/** Makes the primary fail, then repairs the cluster. Returns the milliseconds until a purchase succeeds, or null. */
async function struck(cluster: Cluster, kiosks: Kiosks, blow: FailoverFault): Promise<number | null> {
  if (blow === 'alone') {
    await cluster.cutReplication()
    await new Promise((resolve) => setTimeout(resolve, ALONE_MS))
  }
  const { node, at } = await cluster.strike(blow === 'alone' ? 'machine' : blow)
  const goesOn = await kiosks.soldAfter(at, 1, PATIENCE_MS)
  await cluster.mend(node)
  await cluster.whole()
  return goesOn === null ? null : goesOn - at
}

async function newMatch(port: number, index: number): Promise<object> {
  const client = contractClient({ baseUrl: `http://127.0.0.1:${port}`, partnerCode: 'demo' })
  return (await newEvent(client, { event_name: `Match ${index + 1}` })).open_session
}

async function issuedAt(url: string): Promise<Issued[]> {
  const rows = await postgresRows(
    url,
    `SELECT order_id AS "orderId", seat_id::int AS "seatId", qr_code AS code
     FROM ticket JOIN purchase USING (purchase_id) WHERE cancelled_at IS NULL`,
  )
  return rows as Issued[]
}

export type Issued = Readonly<{ orderId: string; seatId: number; code: string }>

interface Verdict {
  readonly lost: readonly string[]
  readonly twice: readonly number[]
  readonly refusedButSold: readonly string[]
}

export function judge(answered: readonly Answered[], issued: readonly Issued[]): Verdict {
  const known = new Set(issued.map(({ orderId, code }) => `${orderId} ${code}`))
  const orders = new Set(issued.map(({ orderId }) => orderId))
  const seats = Map.groupBy(issued, ({ seatId }) => seatId)
  return {
    lost: answered.flatMap(({ orderId, codes }) =>
      codes !== null && codes.some((code) => !known.has(`${orderId} ${code}`)) ? [orderId] : [],
    ),
    twice: [...seats].flatMap(([seatId, tickets]) => (tickets.length > 1 ? [seatId] : [])),
    refusedButSold: answered.flatMap(({ orderId, codes }) => (codes === null && orders.has(orderId) ? [orderId] : [])),
  }
}
