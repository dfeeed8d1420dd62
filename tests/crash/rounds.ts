import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlainHandler } from '../../electron/booking/http/http.ts'
import { ticketsIn, type IssuedTicket } from '../simulation/ground-truth.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { judge } from '../world/campaign/accountant.ts'
import { openOperators } from '../world/campaign/operators.ts'
import { startProcess } from '../world/campaign/process.ts'
import { openService, roomyVenue } from '../world/campaign/service.ts'
import { KILL_POINTS, ONLY_WITH_NOTES, OUTSIDE } from './kill-points.ts'
import type { KioskOrder, KioskTime, KioskWord } from './kiosk-process.ts'
import { openNoteDevice, type NoteDevice } from './note-device.ts'

interface RoundReport {
  readonly kills: Readonly<Record<string, number>>
  /** Milliseconds from the start of a process with unfinished sales until the kiosk is open for customers. */
  readonly opened: readonly number[]
  /** Milliseconds from the start of a process with unfinished sales until the last of these sales has ended. */
  readonly settled: readonly number[]
  readonly sales: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

interface RoundOptions {
  readonly seed: number
  readonly kills: number
  readonly forgetful?: boolean
  readonly points?: readonly string[]
}

interface CrashOptions extends RoundOptions {
  readonly jobs: number
  readonly onRound?: (killsSoFar: number, violations: readonly string[]) => void
}

/** Maximum number of kills in a round, so that the seats suffice for all sales of the round. */
const KILLS_A_ROUND = 40

export async function playRounds({ jobs, onRound, ...options }: CrashOptions): Promise<RoundReport> {
  const { seed, kills } = options
  const reports: RoundReport[] = []
  const count = Math.ceil(kills / KILLS_A_ROUND)
  let next = 0
  async function work(): Promise<void> {
    while (next < count) {
      const round = next++
      const left = Math.min(KILLS_A_ROUND, kills - round * KILLS_A_ROUND)
      const report = await playRound({ ...options, seed: seed * 1_000_003 + round, kills: left })
      reports.push(report)
      onRound?.(killsOf(reports), report.violations)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return {
    kills: summed(reports.map((report) => report.kills)),
    sales: summed(reports.map((report) => report.sales)),
    opened: reports.flatMap((report) => report.opened),
    settled: reports.flatMap((report) => report.settled),
    violations: reports.flatMap((report) => report.violations),
  }
}

export const killsOf = (reports: readonly RoundReport[]): number =>
  reports.flatMap(({ kills }) => Object.values(kills)).reduce((sum, count) => sum + count, 0)

function summed(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [key, count] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + count
  }
  return sums
}

/** Kills one kiosk repeatedly, then lets it settle all sales and checks the result. */
export async function playRound({ seed, kills, forgetful = false, points = KILL_POINTS }: RoundOptions) {
  const random = createRandom(seed)
  const root = mkdtempSync(join(tmpdir(), 'guichet-crash-'))
  const directory = join(root, 'kiosk')
  mkdirSync(directory)
  const killer = createKiller()
  const memory = createMemory(random.fork(), killer.pass)
  const hub = await openService(join(root, 'service.db'), roomyVenue(1, 10, 25), memory.around)
  const operators = await openOperators(directory, random.fork(), killer.pass)
  const notes = random.chance(0.5) ? await openNoteDevice(random.fork(), directory) : null
  const here = points.filter((point) => notes || !ONLY_WITH_NOTES.has(point))
  const outside = { killer, random, notes, scanned: operators.scanned }
  const struck: Record<string, number> = {}
  const [opened, settled]: [number[], number[]] = [[], []]
  const violations: string[] = []
  const lines = { serviceUrl: hub.url, operators: operators.urls, notes: notes?.line ?? null }
  const base = { ...hub.event, ...lines, directory, forgetful }
  try {
    let killed = false
    for (let done = 0, tries = 0; done < kills && tries < 4 * kills && violations.length === 0; tries++) {
      const killAt = drawKill(random, here)
      const order = { ...base, seed: random.below(2 ** 32), killAt, sales: 3 }
      const end = await runKiosk(order, outside)
      for (const said of killed ? end.words : []) {
        if (said.word === 'open') opened.push(said.sinceStartMs)
        if (said.word === 'settled') settled.push(said.sinceStartMs)
      }
      killed = end.killed
      if (killed) struck[killAt.point] = (struck[killAt.point] ?? 0) + 1
      else if (end.code !== 0) violations.push(`seed ${seed}: ended with ${end.code}: ${end.lastWords}`)
      if (killed) done += 1
    }
    memory.beGood()
    const last = await runKiosk({ ...base, seed, killAt: null, sales: 0 }, outside)
    if (last.code !== 0) violations.push(`seed ${seed}: could not settle: ${last.code}: ${last.lastWords}`)
    await notes?.close()
    await operators.close()
    const verdict = await judge([directory], memory.issued)
    violations.push(...verdict.violations.map((what) => `seed ${seed}: ${what}`))
    return { kills: struck, opened, settled, sales: verdict.sales, violations }
  } finally {
    await hub.close()
    rmSync(root, { recursive: true, force: true })
  }
}

function drawKill(random: Random, points: readonly string[]): { readonly point: string; readonly nth: number } {
  return { point: random.pick(points), nth: random.chance(0.7) ? 1 : random.between(2, 4) }
}

const unavailable = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: [Buffer.from('{"success":false,"message":"Service unavailable","error":{"code":"UNAVAILABLE","details":{}}}')],
}

/** Simulates a service that loses some replies. Calls `pass` on receiving a request and after handling it. */
function createMemory(random: Random, pass: (point: string) => void) {
  const issued = new Map<string, IssuedTicket>()
  let good = false
  return {
    issued,
    beGood() {
      good = true
    },
    around:
      (handle: PlainHandler): PlainHandler =>
      async (request) => {
        const name = nameOf(request.method, request.target)
        pass(`service has ${name}`)
        if (!good && name === 'confirmPurchase' && random.chance(0.1)) return unavailable
        const reply = await handle(request)
        if (name === 'confirmPurchase' && reply.status === 200)
          for (const ticket of ticketsIn(Buffer.concat(reply.body).toString())) issued.set(ticket.ticketId, ticket)
        pass(`service did ${name}`)
        return !good && name === 'confirmPurchase' && random.chance(0.15) ? unavailable : reply
      },
  }
}

function nameOf(method: string, target: string): string {
  const path = target.replace(/\?.*$/u, '')
  if (path.endsWith('/booking-sessions')) return 'openSession'
  if (path.endsWith('/holds')) return 'holdSeats'
  if (path.endsWith('/checkout')) return 'readCheckout'
  if (path.endsWith('/purchases')) return 'confirmPurchase'
  if (path.endsWith('/tickets')) return 'listTickets'
  return `${method} something else`
}

/** Kills the kiosk when a point outside its process is reached for the `nth` time. */
function createKiller() {
  let waiting: { readonly point: string; left: number; readonly kill: () => void } | null = null
  return {
    aim(point: string, nth: number, kill: () => void): void {
      waiting = { point, left: nth, kill }
    },
    rest(): void {
      waiting = null
    },
    pass: (point: string): void => {
      if (point !== waiting?.point) return
      waiting.left -= 1
      if (waiting.left === 0) waiting.kill()
    },
  }
}

/** Milliseconds after which a process counts as stuck: ten times the usual time, for a busy computer. */
const STUCK_MS = 180_000
/** Time in milliseconds for a stuck process to report what it is waiting for. */
const DEAF_MS = 5_000

/** Devices and people outside a kiosk process, which restarts of the process do not affect. */
interface ExternalState {
  readonly killer: ReturnType<typeof createKiller>
  readonly random: Random
  readonly scanned: (page: string) => void
  readonly notes: NoteDevice | null
}

async function runKiosk(order: KioskOrder, { killer, random, scanned, notes }: ExternalState) {
  const words: KioskTime[] = []
  const kiosk = startProcess(join(import.meta.dirname, 'kiosk-process.ts'), {
    onWord(said: KioskWord) {
      if (said.word === 'shows') scanned(said.page)
      else if (said.word === 'wants a note') notes?.wanted(said.saleId)
      else if (said.word === 'wants no note') notes?.nobody()
      else if (said.word === 'where is the note') kiosk.send(notes?.where(said.saleId) ?? 'out')
      else if ('sinceStartMs' in said) words.push(said)
    },
  })
  const { killAt } = order
  if (killAt && OUTSIDE.has(killAt.point)) killer.aim(killAt.point, killAt.nth, () => kiosk.kill('SIGKILL'))
  kiosk.send({ ...order, seed: random.below(2 ** 32) })
  let isStuck = false
  const stuck = setTimeout(() => {
    isStuck = true
    kiosk.kill('SIGTERM')
  }, STUCK_MS)
  const deaf = setTimeout(() => kiosk.kill('SIGKILL'), STUCK_MS + DEAF_MS)
  const { code, signal, lastWords } = await kiosk.ended
  clearTimeout(stuck)
  clearTimeout(deaf)
  killer.rest()
  notes?.nobody()
  return {
    killed: !isStuck && signal === 'SIGKILL',
    code,
    words,
    lastWords: `${isStuck ? 'it was stuck: ' : ''}${lastWords}`,
  }
}
