import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, type Random } from '../simulation/random.ts'
import { openHub } from './hub.ts'
import { judge } from './judge.ts'
import { KILL_POINTS, ONLY_WITH_NOTES, OUTSIDE } from './kill-points.ts'
import type { KioskOrder, KioskTime, KioskWord } from './kiosk-order.ts'
import { openNoteDevice, type NoteDevice } from './note-device.ts'
import { openOperators } from './operators.ts'

export interface RoundReport {
  /** Kills, by the point where they struck. */
  readonly kills: Readonly<Record<string, number>>
  /** Milliseconds from the start of a process that found unfinished sales to its being open for customers. */
  readonly opened: readonly number[]
  /** The same until the last of those sales had ended. */
  readonly settled: readonly number[]
  readonly sales: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

export interface RoundOptions {
  readonly seed: number
  readonly kills: number
  readonly forgetful?: boolean
  readonly points?: readonly string[]
}

/** One kiosk with its ledger and its service, killed again and again; then it settles everything and is judged. */
export async function playRound({
  seed,
  kills,
  forgetful = false,
  points = KILL_POINTS,
}: RoundOptions): Promise<RoundReport> {
  const random = createRandom(seed)
  const root = mkdtempSync(join(tmpdir(), 'guichet-crash-'))
  const directory = join(root, 'kiosk')
  mkdirSync(directory)
  const killer = createKiller()
  const hub = await openHub(root, random.fork(), killer.pass)
  const operators = await openOperators(directory, random.fork(), killer.pass)
  const notes = random.chance(0.5) ? await openNoteDevice(random.fork(), directory) : null
  const here = points.filter((point) => notes || !ONLY_WITH_NOTES.has(point))
  const outside = { killer, random, notes, scanned: operators.scanned }
  const struck: Record<string, number> = {}
  const [opened, settled]: [number[], number[]] = [[], []]
  const violations: string[] = []
  const base = {
    ...hub.event,
    directory,
    serviceUrl: hub.url,
    operators: operators.urls,
    notes: notes?.line ?? null,
    forgetful,
  }
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
    hub.beGood()
    const last = await runKiosk({ ...base, seed, killAt: null, sales: 0 }, outside)
    if (last.code !== 0) violations.push(`seed ${seed}: could not settle: ${last.code}: ${last.lastWords}`)
    await notes?.close()
    await operators.close()
    const verdict = await judge([directory], hub.issued)
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

/** Kills the `nth` time that a point comes by outside. */
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

interface End {
  readonly killed: boolean
  readonly code: number | null
  readonly words: readonly KioskTime[]
  readonly lastWords: string
}

/** One that takes so long has stuck: ten times what it takes, and more than a machine makes of it that has other work. */
const STUCK_MS = 180_000
/** So long it has to say what it waits for. */
const DEAF_MS = 5_000

/** What stands beside a kiosk's process, and outlives it. */
interface Outside {
  readonly killer: ReturnType<typeof createKiller>
  readonly random: Random
  readonly scanned: (page: string) => void
  readonly notes: NoteDevice | null
}

async function runKiosk(order: KioskOrder, { killer, random, scanned, notes }: Outside): Promise<End> {
  const child = fork(join(import.meta.dirname, 'kiosk-process.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const words: KioskTime[] = []
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2_000)
  })
  child.on('message', (message) => {
    const said = message as KioskWord
    if (said.word === 'shows') scanned(said.page)
    else if (said.word === 'wants a note') notes?.wanted(said.saleId)
    else if (said.word === 'wants no note') notes?.nobody()
    else if (said.word === 'where is the note') child.send(notes?.where(said.saleId) ?? 'out')
    else if ('sinceStartMs' in said) words.push(said)
  })
  const { killAt } = order
  if (killAt && OUTSIDE.has(killAt.point)) killer.aim(killAt.point, killAt.nth, () => child.kill('SIGKILL'))
  child.send({ ...order, seed: random.below(2 ** 32) })
  let isStuck = false
  const stuck = setTimeout(() => {
    isStuck = true
    child.kill('SIGTERM')
  }, STUCK_MS)
  const deaf = setTimeout(() => child.kill('SIGKILL'), STUCK_MS + DEAF_MS)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(stuck)
      clearTimeout(deaf)
      killer.rest()
      notes?.nobody()
      resolve({
        killed: !isStuck && signal === 'SIGKILL',
        code,
        words,
        lastWords: `${isStuck ? 'it was stuck: ' : ''}${lastWords}`,
      })
    })
  })
}
