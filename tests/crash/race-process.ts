import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kiosk, startKiosk } from '../../electron/kiosk/kiosk.ts'
import type { SlipHub } from '../../electron/kiosk/ports/devices.ts'
import { HubClient, VoucherClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import { allInOneCall } from '../../electron/partner/holds.ts'
import type { IssuedSlip } from '../../shared/domain/money/credit-voucher.ts'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import { issueSlip } from '../ledger/sales.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { driver } from '../support/devices.ts'
import { demoPartner, giveUp, openRegister, portsOf, settingsOf, touch } from '../world/campaign/kiosk.ts'

export interface Racer {
  readonly name: string
  readonly directory: string
  readonly serviceUrl: string
  readonly eventId: string
  readonly accessCode: string
  readonly seed: number
  /** Present if the kiosk competes for credit vouchers instead of seats. */
  readonly slips?: SlipRacing
}

/** Sent once a kiosk has read which seats are free. It waits for a reply before it requests seats. */
export const LOOKED = 'looked'

export interface Finish {
  readonly name: string
  readonly seatIds: readonly string[]
  /** Milliseconds from each refused request for seats to the error that a seat is taken. */
  readonly toldAfterMs: readonly number[]
  /** Milliseconds from each granted request for seats to the price on the screen. */
  readonly grantedAfterMs: readonly number[]
  readonly faults: readonly string[]
}

interface SlipRacing {
  readonly hub: string
  readonly invitation: string
  readonly slip: IssuedSlip
  /** True if the kiosk issued the voucher. If false, the kiosk reports a copy of the voucher to its hub. */
  readonly wrote: boolean
}

/** From the parent: pay with voucher `slipId` at the same time as all other kiosks, or `end` to stop. */
export type SlipWord = { readonly slipId: string } | 'end'

/**
 * `ready`: the kiosk has a purchase to pay. `paid`: the kiosk has tried to pay; `next` is the voucher that replaces the
 * spent one, or null if the payment was refused.
 */
export type SlipNews = { readonly word: 'ready' } | { readonly word: 'paid'; readonly next: string | null }

const clock = createSystemClock()
const faults: string[] = []

process.once('message', (racer) => void main(racer as Racer))

async function main(racer: Racer): Promise<void> {
  const { name, directory } = racer
  const [path, key] = [join(directory, `${name}.db`), join(directory, `${name}.key`)]
  const ledger = await openRegister({ path, register: name, key, now: () => clock.now() })
  await (racer.slips ? raceForSlips(racer, racer.slips, ledger) : raceForSeats(racer, ledger))
  process.disconnect()
}

function openKiosk({ name, serviceUrl, accessCode }: Racer, ledger: Ledger, slipHub?: SlipHub): Promise<Kiosk> {
  const partner = demoPartner({ baseUrl: serviceUrl, hold: allInOneCall, timeoutMs: 30_000, fetch, clock })
  const card = driver({
    begin: ({ reference }) => Promise.resolve({ outcome: 'approved', approval: reference.slice(0, 6) }),
    ask: () => Promise.resolve({ outcome: 'unknown' }),
  })
  const ports = portsOf(
    {
      clock,
      slipHub,
      partner,
      ledger,
      tenders: { card },
      tickets: {
        status: () => Promise.resolve({ state: 'ready' }),
        save: () => Promise.resolve({ outcome: 'printed', evidence: 'saved' }),
        print: ({ qrCode }) => Promise.resolve({ outcome: 'printed', evidence: qrCode }),
      },
    },
    (message, error) => void faults.push(`${message}: ${String(error)}`),
  )
  return startKiosk(ports, { ...settingsOf(name, accessCode, ledger), tenders: ['card'] })
}

async function raceForSeats(racer: Racer, ledger: Ledger): Promise<void> {
  let looked = async (): Promise<void> => {
    looked = () => Promise.resolve()
    const go = once(process, 'message')
    process.send?.(LOOKED)
    await go
  }
  const kiosk = await openKiosk(racer, ledger)
  const random = createRandom(racer.seed)
  const finish = { name: racer.name, seatIds: [] as string[], toldAfterMs: [], grantedAfterMs: [], faults }
  for (let failures = 0; failures < 3;) {
    const sale = await race(kiosk, racer, random, () => looked(), finish)
    if (sale === 'sold out') break
    if (sale === 'failed') failures += 1
    else finish.seatIds.push(...sale)
  }
  await kiosk.stop()
  process.send?.(finish satisfies Finish)
}

/** Sells seats. Each kiosk waits after reading the free seats, so that all kiosks request the same ones. */
async function race(
  { api, sales }: Kiosk,
  { eventId }: Racer,
  random: Random,
  looked: () => Promise<void>,
  { toldAfterMs, grantedAfterMs }: { readonly toldAfterMs: number[]; readonly grantedAfterMs: number[] },
): Promise<readonly string[] | 'sold out' | 'failed'> {
  const started = await api.startVisit({ eventId, language: 'fr' })
  if (!started.ok) return 'failed'
  const { saleId, session } = started.value
  const [section] = session.overview.sections.filter(({ remaining }) => remaining > 0)
  if (!section) return 'sold out'
  const { sectionId } = section
  const count = random.between(1, 4)
  for (;;) {
    const reply = await api.viewSection({ saleId, sectionId })
    if (!reply.ok) return 'failed'
    const free = freeSeats(reply.value.section)
    const first = random.below(Math.min(6, Math.max(1, free.length - count)))
    const seatIds = free.slice(first, first + count)
    if (seatIds.length === 0) return []
    await looked()
    const wishedMs = performance.now()
    const held = await api.holdSeats({ saleId, groups: [{ sectionId, seatIds }] })
    if (!held.ok) return 'failed'
    const sale = await sales.settled(saleId)
    const tookMs = performance.now() - wishedMs
    if (sale.state === 'choosing') {
      if (sale.notice?.type !== 'seat-taken') return 'failed'
      toldAfterMs.push(tookMs)
      continue
    }
    if (sale.state !== 'priced') return 'failed'
    grantedAfterMs.push(tookMs)
    const paying = await api.pay({ saleId, tender: 'card' })
    if (!paying.ok) return 'failed'
    const sold = await sales.settled(saleId)
    const left = await api.dismissSale({ saleId })
    if (!left.ok) return 'failed'
    return sold.state === 'done' ? sold.tickets.map(({ seatId }) => seatId) : 'failed'
  }
}

const freeSeats = (section: SectionView | null): readonly string[] =>
  section?.seats.flatMap(({ seatId, status }) => (status === 'available' ? [seatId] : [])) ?? []

/** Spends a copy of one voucher at every kiosk. The winner cancels its purchase and gets the next voucher. */
async function raceForSlips(racer: Racer, { hub, invitation, slip, wrote }: SlipRacing, ledger: Ledger): Promise<void> {
  const say = (news: SlipNews): void => void process.send?.(news)
  const line = await lineTo(hub, invitation, racer)
  if (wrote) issueSlip(ledger, () => clock.now(), slip)
  else await line.tell([{ ...slip, register: racer.name, issuedUtc: new Date(0).toISOString() }])
  const kiosk = await openKiosk(racer, ledger, line)
  const random = createRandom(racer.seed)
  await isFree(line, slip.slipId)
  for (;;) {
    const saleId = await toPrice(kiosk, racer.eventId, random)
    const words = once(process, 'message')
    say({ word: 'ready' })
    const [word] = (await words) as [SlipWord]
    if (word !== 'end') await touch(kiosk.api.paySlip({ saleId, slip: word.slipId }))
    await kiosk.sales.settled(saleId)
    await giveUp(kiosk, saleId)
    const [next = null] = ledger.slips.ofSale(saleId)
    if (next) {
      await touch(kiosk.api.dismissSale({ saleId }))
      await isFree(line, next.slipId)
    }
    if (word === 'end') break
    say({ word: 'paid', next: next?.slipId ?? null })
  }
  await kiosk.stop()
}

async function lineTo(hub: string, invitation: string, { name, directory }: Racer): Promise<SlipHub> {
  const key = openSigningKey(join(directory, `${name}.fleet-key`))
  const client = new HubClient(hub, key)
  let enrolled = await client.enrol(name, invitation)
  // From one address, a hub accepts ten enrolment codes at once and then one in five seconds.
  while (!enrolled.ok && enrolled.error.type === 'refused' && enrolled.error.code === 'RATE_LIMITED') {
    await setTimeout(5_000)
    enrolled = await client.enrol(name, invitation)
  }
  if (!enrolled.ok) throw new Error(`${name} was not enrolled: ${enrolled.error.type}`)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return new VoucherClient({ url: hub, key: enrolled.value.hubKey }, { deviceId: name, mode: 'demo' }, client, log)
}

/** Waits until the hub has the voucher. A machine reports a new voucher after a short delay. */
async function isFree(line: SlipHub, slipId: string): Promise<void> {
  for (;;) {
    const found = await line.find(slipId)
    if (typeof found !== 'string' && found.free) return
    await setTimeout(5)
  }
}

async function toPrice(kiosk: Kiosk, eventId: string, random: Random): Promise<string> {
  const { api, sales } = kiosk
  for (;;) {
    const visit = await api.startVisit({ eventId, language: 'fr' })
    if (!visit.ok) throw new Error(`no visit: ${visit.error.type}`)
    const { saleId, session } = visit.value
    const { sectionId } = random.pick(session.overview.sections.filter(({ remaining }) => remaining > 0))
    const seen = await api.viewSection({ saleId, sectionId })
    const free = seen.ok ? freeSeats(seen.value.section) : []
    if (free.length > 0) await touch(api.holdSeats({ saleId, groups: [{ sectionId, seatIds: [random.pick(free)] }] }))
    if ((await sales.settled(saleId)).state === 'priced') return saleId
    await giveUp(kiosk, saleId)
  }
}
