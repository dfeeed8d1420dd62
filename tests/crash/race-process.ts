import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { afterSalesOver, onlyCode, plainKiosk } from '../support/plain-kiosk.ts'
import { join } from 'node:path'
import { createSystemClock } from '../../electron/host/clock.ts'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import type { Ports } from '../../electron/core/ports/ports.ts'
import type { SlipHub } from '../../electron/core/ports/slip-hub.ts'
import { startKiosk, type Kiosk } from '../../electron/core/kiosk.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { allInOneCall } from '../../electron/partner/holds.ts'
import { inSale } from '../../electron/host/log.ts'
import { err } from '../../shared/domain/result.ts'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { driver } from '../support/devices.ts'
import { noPrinters } from '../support/no-printers.ts'
import { raceForSlips, type SlipRacing } from './slip-racer.ts'

/** One of many kiosks that all want the same seats. */
export interface Racer {
  readonly name: string
  readonly directory: string
  readonly serviceUrl: string
  readonly eventId: string
  readonly accessCode: string
  readonly seed: number
  /** It races for credit slips, and for no seats. */
  readonly slips?: SlipRacing
}

/** Said once, when it has seen which seats are free; it then waits for a word before it wishes for any of them. */
export const LOOKED = 'looked'

/** What became of it. */
export interface Finish {
  readonly name: string
  /** Seats sold, as its ledger has them. */
  readonly seatIds: readonly string[]
  /** Milliseconds from the wish to being told that it is too late, one a refusal. */
  readonly toldAfterMs: readonly number[]
  /** The same for wishes that were granted, up to the price on the screen. */
  readonly grantedAfterMs: readonly number[]
  /** What must not have happened. */
  readonly faults: readonly string[]
}

process.once('message', (racer) => void main(racer as Racer))

async function main(racer: Racer): Promise<void> {
  const faults: string[] = []
  const ledger = await openRegister(racer)
  if (racer.slips)
    return raceForSlips(racer, racer.slips, ledger, (slipHub) => openKiosk(racer, faults, ledger, slipHub))
  let looked = async (): Promise<void> => {
    looked = () => Promise.resolve()
    const go = once(process, 'message')
    process.send?.(LOOKED)
    await go
  }
  const kiosk = await openKiosk(racer, faults, ledger)
  const random = createRandom(racer.seed)
  const toldAfterMs: number[] = []
  const grantedAfterMs: number[] = []
  const seatIds: string[] = []
  for (let failures = 0; failures < 3;) {
    const sale = await race(kiosk, racer, random, () => looked(), toldAfterMs, grantedAfterMs)
    if (sale === 'sold out') break
    if (sale === 'failed') failures += 1
    else seatIds.push(...sale)
  }
  await kiosk.stop()
  process.send?.({ name: racer.name, seatIds, toldAfterMs, grantedAfterMs, faults } satisfies Finish)
  process.disconnect()
}

async function openKiosk(
  { name, serviceUrl, accessCode }: Racer,
  faults: string[],
  ledger: Ledger,
  slipHub?: SlipHub,
): Promise<Kiosk> {
  const clock = createSystemClock()
  const ports: Ports = {
    clock,
    slipHub,
    ids: { uuid: () => randomUUID(), referenceFor },
    partner: createPartnerClient({
      baseUrl: serviceUrl,
      partnerCode: 'demo',
      demo: true,
      hold: allInOneCall,
      anonymousCustomer: anonymousBuyer('test'),
      timeoutMs: 30_000,
      fetch: globalThis.fetch,
      clock,
    }),
    ledger,
    tenders: {
      card: driver({
        begin: ({ reference }) => Promise.resolve({ outcome: 'approved', approval: reference.slice(0, 6) }),
        ask: () => Promise.resolve({ outcome: 'unknown' }),
      }),
    },
    tickets: {
      status: () => Promise.resolve({ state: 'ready' }),
      save: () => Promise.resolve({ outcome: 'printed', evidence: 'saved' }),
      print: ({ qrCode }) => Promise.resolve({ outcome: 'printed', evidence: qrCode }),
    },
    printers: noPrinters,
    inSale,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message, error) => void faults.push(`${message}: ${String(error)}`),
    },
  }
  return startKiosk(ports, {
    ...plainKiosk,
    afterSales: afterSalesOver({ files: ledger.files }),
    deviceId: name,
    tenders: ['card'],
    accessCodes: onlyCode(accessCode),
    identify: async () => err({ type: 'wrong-pin' }),
  })
}

function openRegister({ name, directory }: Pick<Racer, 'name' | 'directory'>): Promise<Ledger> {
  const clock = createSystemClock()
  return openLedger({
    path: join(directory, `${name}.db`),
    register: name,
    appVersion: '0.0.0',
    signer: openFileSigner(join(directory, `${name}.key`)),
    reserveBytes: 0,
    now: () => clock.now(),
  })
}

/** Everybody looks first and wishes then: what was free a moment ago is what all the others want, too. */
async function race(
  { api, sales }: Kiosk,
  { eventId }: Racer,
  random: Random,
  looked: () => Promise<void>,
  toldAfterMs: number[],
  grantedAfterMs: number[],
): Promise<readonly string[] | 'sold out' | 'failed'> {
  const started = await api.startVisit({ eventId, language: 'fr' })
  if (!started.ok) return 'failed'
  const { saleId, session } = started.value
  const open = session.overview.sections.filter(({ remaining }) => remaining > 0)
  const [section] = open
  if (!section) return 'sold out'
  const { sectionId } = section
  const count = random.between(1, 4)
  for (;;) {
    const reply = await api.viewSection({ saleId, sectionId })
    if (!reply.ok) return 'failed'
    const seatIds = firstFree(reply.value.section, count, random)
    if (seatIds.length === 0) return []
    await looked()
    const wishedMs = performance.now()
    const held = await api.holdSeats({ saleId, sectionId, seatIds })
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
    const left = await api.leaveSale({ saleId })
    if (!left.ok) return 'failed'
    return sold.state === 'done' ? sold.tickets.map(({ seatId }) => seatId) : 'failed'
  }
}

/** The front of what is left, so that all reach for it. */
function firstFree(section: SectionView | null, count: number, random: Random): string[] {
  const free = section?.seats.filter(({ status }) => status === 'available') ?? []
  const first = random.below(Math.min(6, Math.max(1, free.length - count)))
  return free.slice(first, first + count).map(({ seatId }) => seatId)
}
