import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { startDemoHub } from '../support/demo-hub.ts'
import { fleetOf } from '../../electron/app/hub-fleet.ts'
import { openStore } from '../../electron/booking-service/open-store.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Racer } from './race-process.ts'
import type { SlipNews, SlipWord } from './slip-racer.ts'

const FIRST = { slipId: 'K7M4XP92RD', amount: 1_000, currency: 'GNF' }

export interface SlipRaceReport {
  /** In each round, at how many kiosks the slip was spent. */
  readonly spent: readonly number[]
  /** What all the ledgers together owe for slips. */
  readonly owed: number
  readonly faults: readonly string[]
}

export interface SlipRaceOptions {
  readonly kiosks: number
  readonly rounds: number
  /** The control: false gives each kiosk a hub of its own, as if nobody decided between them. */
  readonly shared: boolean
}

/** One slip is handed to many kiosks at the same instant, each a process with a ledger of its own, round after round. */
export async function runSlipRace({ kiosks, rounds, shared }: SlipRaceOptions): Promise<SlipRaceReport> {
  const root = mkdtempSync(join(tmpdir(), 'guichet-slip-race-'))
  const hubs = await Promise.all(
    Array.from({ length: shared ? 1 : kiosks }, (_, at) => openHub(join(root, `${at}.db`))),
  )
  const children: ChildProcess[] = []
  try {
    const runners = []
    for (let index = 0; index < kiosks; index++) {
      const hub = hubs[index % hubs.length]!
      const { url, event } = hub
      const name = `kiosk-${index + 1}`
      const slips = { hub: url, invitation: await hub.invite(name), slip: FIRST, wrote: index === 0 }
      const racer: Racer = { ...event, name, directory: root, serviceUrl: url, seed: index + 1, slips }
      const child = fork(join(import.meta.dirname, 'race-process.ts'))
      children.push(child)
      runners.push(start(child, racer))
    }
    const spent: number[] = []
    let slipId = FIRST.slipId
    while (spent.length < rounds) {
      await Promise.all(runners.map((runner) => runner.ready()))
      const next = (await Promise.all(runners.map((runner) => runner.pay({ slipId })))).filter((each) => each !== null)
      spent.push(next.length)
      slipId = next[0] ?? slipId
      // The hubs of a control know nothing of each other's slips.
      if (!shared) break
    }
    await Promise.all(runners.map((runner) => runner.end()))
    const faults: string[] = []
    let owed = 0
    for (const child of runners) {
      const path = join(root, `${child.name}.db`)
      const { findings } = await verifyLedger({ path })
      for (const { severity, check, why } of findings)
        if (severity === 'error') faults.push(`${child.name}: ${check}: ${why}`)
      owed += owedIn(path)
    }
    return { spent, owed, faults }
  } finally {
    for (const child of children) child.kill()
    for (const hub of hubs) await hub.close()
    rmSync(root, { recursive: true, force: true })
  }
}

function owedIn(path: string): number {
  const db = new Sqlite(path, { readonly: true })
  const sum = db
    .prepare(`SELECT coalesce(sum(credit - debit), 0) FROM posting WHERE account = 'credit-slips'`)
    .pluck()
    .get() as number
  db.close()
  return sum
}

async function openHub(database: string) {
  const fleetKeyFile = `${database}.key`
  const hub = await startDemoHub(database, { fleetKeyFile })
  const [[eventId, accessCode] = ['', '']] = Object.entries(hub.accessCodes)
  return {
    url: hub.url,
    event: { eventId, accessCode },
    close: () => hub.stop(),
    async invite(name: string): Promise<string> {
      const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
      const store = await openStore({ database, random, report: () => undefined })
      try {
        return (await fleetOf(store, fleetKeyFile).desk.invite(name, '')).code
      } finally {
        await store.close()
      }
    },
  }
}

/** A racer in a process of its own. */
function start(child: ChildProcess, racer: Racer) {
  const { name } = racer
  const news: SlipNews[] = []
  let heard: () => void = () => undefined
  let failed: Error | null = null
  child.on('message', (said) => {
    news.push(said as SlipNews)
    heard()
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      if (code !== 0) failed = new Error(`${name} ended with ${code}`)
      heard()
      resolve()
    })
  })
  child.send(racer)
  async function next(): Promise<SlipNews> {
    for (;;) {
      const said = news.shift()
      if (said) return said
      if (failed) throw failed
      await new Promise<void>((resolve) => (heard = resolve))
    }
  }
  return {
    name,
    ready: next,
    async pay(word: SlipWord): Promise<string | null> {
      child.send(word)
      const said = await next()
      return said.word === 'paid' ? said.next : null
    },
    async end(): Promise<void> {
      await next()
      child.send('end' satisfies SlipWord)
      await ended
      if (failed) throw failed
    },
  }
}
