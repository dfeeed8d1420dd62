import { once } from 'node:events'
import { join } from 'node:path'
import type { Kiosk } from '../../electron/core/kiosk.ts'
import type { SlipHub } from '../../electron/core/ports/slip-hub.ts'
import { openHubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { openSlipLine } from '../../electron/fleet/slip-line.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { IssuedSlip } from '../../shared/domain/money/credit-slip.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { touch } from './people.ts'
import { issueSlip } from '../ledger/sales.ts'

/** How a racer stands to its hub, and to the slip that all begin with. */
export interface SlipRacing {
  readonly hub: string
  readonly invitation: string
  readonly slip: IssuedSlip
  /** This one wrote it; the others tell their hub of it, which may be another hub. */
  readonly wrote: boolean
}

/** What the parent says: all pay with this slip at once; or that that was all. */
export type SlipWord = { readonly slipId: string } | 'end'

interface Member {
  readonly name: string
  readonly directory: string
  readonly eventId: string
  readonly seed: number
}

/** `ready`: it has a purchase to pay. `paid`: what became of the slip here, and the slip that its money is now. */
export type SlipNews = { readonly word: 'ready' } | { readonly word: 'paid'; readonly next: string | null }

/** Somebody with a copy of a slip at each kiosk: who may pay with it gives the purchase up, and has another slip. */
export async function raceForSlips(
  racer: Member,
  { hub, invitation, slip, wrote }: SlipRacing,
  ledger: Ledger,
  open: (line: SlipHub) => Promise<Kiosk>,
): Promise<void> {
  const say = (news: SlipNews): void => void process.send?.(news)
  const line = await lineTo(hub, invitation, racer)
  const clock = createSystemClock()
  if (wrote) issueSlip(ledger, () => clock.now(), slip)
  else await line.tell([{ ...slip, register: racer.name, issuedUtc: new Date(0).toISOString() }])
  const kiosk = await open(line)
  const random = createRandom(racer.seed)
  await isFree(line, slip.slipId)
  for (;;) {
    const saleId = await toPrice(kiosk, racer.eventId, random)
    const words = once(process, 'message')
    say({ word: 'ready' })
    const [word] = (await words) as [SlipWord]
    if (word !== 'end') await touch(kiosk.api.paySlip({ saleId, slip: word.slipId }))
    await kiosk.sales.settled(saleId)
    await touch(kiosk.api.abandonSale({ saleId, reason: 'cancelled' }))
    await kiosk.sales.settled(saleId)
    const [next = null] = ledger.slips.ofSale(saleId)
    if (next) {
      await touch(kiosk.api.leaveSale({ saleId }))
      await isFree(line, next.slipId)
    }
    if (word === 'end') break
    say({ word: 'paid', next: next?.slipId ?? null })
  }
  await kiosk.stop()
  process.disconnect()
}

async function lineTo(hub: string, invitation: string, { name, directory }: Member): Promise<SlipHub> {
  const key = openSigningKey(join(directory, `${name}.fleet-key`))
  const client = openHubClient(hub, key)
  const enrolled = await client.enrol(name, invitation)
  if (!enrolled.ok) throw new Error(`${name} was not enrolled: ${enrolled.error.type}`)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return openSlipLine({ hub, hubKey: enrolled.value.hubKey, deviceId: name, mode: 'demo', client, log })
}

/** Once the hub knows it: a machine tells it a moment later. */
async function isFree(line: SlipHub, slipId: string): Promise<void> {
  for (;;) {
    const found = await line.find(slipId)
    if (typeof found !== 'string' && found.free) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Any seat will do; others may want the same one. */
async function toPrice({ api, sales }: Kiosk, eventId: string, random: Random): Promise<string> {
  for (;;) {
    const visit = await api.startVisit({ eventId, language: 'fr' })
    if (!visit.ok) throw new Error(`no visit: ${visit.error.type}`)
    const { saleId, session } = visit.value
    const { sectionId } = random.pick(session.overview.sections.filter(({ remaining }) => remaining > 0))
    const seen = await api.viewSection({ saleId, sectionId })
    const free = (seen.ok && seen.value.section?.seats.filter(({ status }) => status === 'available')) || []
    if (free.length > 0) await touch(api.holdSeats({ saleId, sectionId, seatIds: [random.pick(free).seatId] }))
    if ((await sales.settled(saleId)).state === 'priced') return saleId
    await touch(api.abandonSale({ saleId, reason: 'cancelled' }))
    await sales.settled(saleId)
  }
}
