import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fleetOf } from '../../electron/app/hub-store.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import { smallVenue } from '../simulation/small-venue.ts'
import { startDemoHub } from '../support/demo-hub.ts'
import { ledgerErrors, readDatabase } from '../world/campaign/accountant.ts'
import { sum } from '../world/campaign/devices.ts'
import { startProcess } from '../world/campaign/process.ts'
import { openService, roomyVenue } from '../world/campaign/service.ts'
import type { Finish, LOOKED, Racer, SlipNews, SlipWord } from './race-process.ts'

interface Runners {
  readonly kiosks: number
  /** False for the negative control: each kiosk has its own service, so seats can be sold twice. */
  readonly shared: boolean
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

const nameOf = (index: number): string => `kiosk-${index + 1}`

const startRacer = <Word>(racer: Racer) => {
  const runner = startProcess<Word>(join(import.meta.dirname, 'race-process.ts'))
  runner.send(racer)
  return runner
}

async function faultsIn(root: string, kiosks: number): Promise<string[]> {
  const all = times(kiosks, async (index) => {
    const errors = await ledgerErrors(join(root, `${nameOf(index)}.db`))
    return errors.map((error) => `${nameOf(index)}: ${error}`)
  })
  return (await Promise.all(all)).flat()
}

/** Runs many kiosks against one service on a socket. Each kiosk is a process with its own ledger. */
export async function runRace({ kiosks, seats, shared }: Runners & { readonly seats: number }) {
  const root = mkdtempSync(join(tmpdir(), 'guichet-race-'))
  // Uses sections of 500 seats, sold in order from the front, so that all kiosks buy in the same section.
  const [zone, section] = [smallVenue.zones.slice(0, 1), smallVenue.sections.slice(0, 1)]
  const count = Math.max(1, Math.ceil(seats / 500))
  const venue = roomyVenue(count, 20, Math.ceil(seats / count / 20), { ...smallVenue, zones: zone, sections: section })
  const opened = times(shared ? 1 : kiosks, (index) => openService(join(root, `service-${index}.db`), venue))
  const halls = await Promise.all(opened)
  const runners = times(kiosks, (index) => {
    const { event, url } = halls[index % halls.length]!
    const racer = { ...event, name: nameOf(index), directory: root, serviceUrl: url, seed: index + 1 }
    return startRacer<typeof LOOKED | Finish>(racer)
  })
  try {
    // No kiosk requests seats until all kiosks have read the free seats. Otherwise the first kiosk would have no
    // competitors.
    await Promise.all(runners.map((runner) => runner.next()))
    for (const runner of runners) runner.send('go')
    const finishes = (await Promise.all(runners.map((runner) => runner.next()))) as Finish[]
    await Promise.all(runners.map((runner) => runner.ended))
    const faults = finishes.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
    return {
      seats,
      /** Seats sold by all kiosks. A seat that was sold twice appears twice. */
      sold: finishes.flatMap(({ seatIds }) => seatIds),
      toldAfterMs: finishes.flatMap(({ toldAfterMs }) => toldAfterMs),
      grantedAfterMs: finishes.flatMap(({ grantedAfterMs }) => grantedAfterMs),
      faults: [...faults, ...(await faultsIn(root, kiosks))],
    }
  } finally {
    for (const runner of runners) runner.kill()
    for (const hall of halls) await hall.close()
    rmSync(root, { recursive: true, force: true })
  }
}

export const FIRST = { slipId: 'K7M4XP92RD', amount: 1_000, currency: 'GNF' }

/** Spends one credit voucher at many kiosks at once, in rounds. Each kiosk is a process with its own ledger. */
export async function runSlipRace({ kiosks, rounds, shared }: Runners & { readonly rounds: number }) {
  const root = mkdtempSync(join(tmpdir(), 'guichet-slip-race-'))
  const hubs = await Promise.all(times(shared ? 1 : kiosks, (index) => openHub(join(root, `${index}.db`))))
  const runners: ReturnType<typeof startRacer<SlipNews>>[] = []
  try {
    for (let index = 0; index < kiosks; index++) {
      const hub = hubs[index % hubs.length]!
      const { url, event } = hub
      const name = nameOf(index)
      const slips = { hub: url, invitation: await hub.invite(name), slip: FIRST, wrote: index === 0 }
      runners.push(startRacer({ ...event, name, directory: root, serviceUrl: url, seed: index + 1, slips }))
    }
    async function all(word: SlipWord): Promise<void> {
      await Promise.all(runners.map((runner) => runner.next()))
      for (const runner of runners) runner.send(word)
    }
    const spent: number[] = []
    let { slipId } = FIRST
    // In the negative control, hubs do not share their vouchers, so one round is enough.
    while (spent.length < (shared ? rounds : 1)) {
      await all({ slipId })
      const news = await Promise.all(runners.map((runner) => runner.next()))
      const paid = news.flatMap((said) => (said.word === 'paid' && said.next !== null ? [said.next] : []))
      spent.push(paid.length)
      slipId = paid[0] ?? slipId
    }
    await all('end')
    const ends = await Promise.all(runners.map((runner) => runner.ended))
    const failed = ends.flatMap(({ code, lastWords }) => (code === 0 ? [] : [`ended with ${code}: ${lastWords}`]))
    const owed = sum(times(kiosks, (index) => owedIn(join(root, `${nameOf(index)}.db`))))
    return { spent, owed, faults: [...failed, ...(await faultsIn(root, kiosks))] }
  } finally {
    for (const runner of runners) runner.kill()
    for (const hub of hubs) await hub.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

const owedIn = (path: string): number =>
  readDatabase(path, (db) => {
    const owed = `SELECT coalesce(sum(credit - debit), 0) FROM posting WHERE account = 'credit-slips'`
    return db.prepare(owed).pluck().get() as number
  })

async function openHub(database: string) {
  const fleetKeyFile = `${database}.key`
  const hub = await startDemoHub(database, { fleetKeyFile })
  const [[eventId, accessCode] = ['', '']] = Object.entries(hub.accessCodes)
  return {
    url: hub.url,
    event: { eventId, accessCode },
    stop: () => hub.stop(),
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
