import type { SaleLedger } from '../../electron/core/ports/ports.ts'
import type { Kiosk } from '../../electron/core/kiosk.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { SaleCase } from '../../shared/kiosk-api/views.ts'
import type { Random } from '../simulation/random.ts'
import { netOf, paths, writeLine } from './devices.ts'

export const PIN = '2468'

interface Counter {
  readonly kiosk: Kiosk
  readonly ledger: SaleLedger
  /** Where the devices are. */
  readonly directory: string
  readonly at: (point: string) => void
  /** How long customers take over the plan and over the price; without it: no time. */
  readonly ponder?: () => Promise<void>
}

/** Staff answer every case truly until nothing is unfinished any more. */
export async function settleCases({ kiosk, ledger, directory }: Counter): Promise<void> {
  for (;;) {
    const unfinished = ledger.unfinished()
    if (unfinished.length === 0) return
    const settled = await Promise.all(unfinished.map(({ saleId }) => kiosk.sales.settled(saleId)))
    const cases = await kiosk.api.listStaffCases({ pin: PIN })
    if (!cases.ok) throw new Error(`staff were refused: ${cases.error.type}`)
    for (const one of cases.value) {
      if (!('saleId' in one)) throw new Error('rows are gone')
      const sale = settled.find(({ saleId }) => saleId === one.saleId)
      const answer = sale && answerTo(one, sale, directory)
      if (!answer) throw new Error(`sale ${one.saleId} asks "${one.question}"`)
      const answered = await kiosk.api.settleStaffCase({ pin: PIN, saleId: one.saleId, answer })
      if (!answered.ok) throw new Error(`sale ${one.saleId} took no answer: ${answered.error.type}`)
    }
  }
}

function answerTo({ question }: SaleCase, sale: Sale, directory: string) {
  const reference = 'tender' in sale ? sale.tender.reference : ''
  switch (question) {
    case 'money-moved':
      return { type: 'money-moved', moved: netOf(directory, reference) > 0 } as const
    case 'pay-back':
      if (netOf(directory, reference) > 0) writeLine(paths(directory).drawer, { reference, amount: -1 })
      return { type: 'paid-back', reference: 'R-1' } as const
    case 'reprint':
    case 'paper-out':
      return { type: 'reprint' } as const
    case 'tickets-differ':
    case 'service-unreachable':
    case 'rows-lost':
    case 'unreconciled':
    case 'restart':
    case 'storage-full':
    case 'purchase-refused':
      return null
  }
}

/** One customer, who pays by card or in cash, and sometimes goes without. */
export async function sell(counter: Counter, eventId: string, random: Random): Promise<void> {
  const { kiosk } = counter
  const { api, sales } = kiosk
  const started = await api.startVisit({ eventId, language: 'fr' })
  if (!started.ok) return
  const { saleId, session } = started.value
  const { sectionId } = random.pick(session.overview.sections)
  const offers = await api.proposeSeats({ saleId, sectionIds: [sectionId], count: random.between(1, 2) })
  const [offer] = offers.ok ? offers.value : []
  if (!offer) return
  const seatIds = offer.seats.map(({ seatId }) => seatId)
  if (counter.ponder) {
    await counter.ponder()
    // Meanwhile the plan on the screen is kept up to date.
    await touch(api.viewSection({ saleId, sectionId: offer.sectionId }))
  }
  await touch(api.holdSeats({ saleId, sectionId: offer.sectionId, seatIds }))
  let sale = await sales.settled(saleId)
  for (let attempt = 0; sale.state === 'priced' && attempt < 3; attempt++) {
    if (random.chance(0.1)) {
      await touch(api.abandonSale({ saleId, reason: 'cancelled' }))
      return
    }
    await counter.ponder?.()
    await pay(counter, saleId, random.chance(0.7) ? 'card' : 'cash')
    sale = await sales.settled(saleId)
  }
  if (sale.state === 'print-unknown') await touch(api.retryPrint({ saleId }))
  await sales.settled(saleId)
  await touch(api.leaveSale({ saleId }))
}

/** A touch may come too late for the sale: what the sale does next is all that counts. */
export async function touch(answer: Promise<{ readonly ok: boolean }>): Promise<boolean> {
  return (await answer).ok
}

async function pay({ kiosk, directory, at }: Counter, saleId: string, tender: 'card' | 'cash'): Promise<void> {
  await touch(kiosk.api.pay({ saleId, tender }))
  const sale = kiosk.sales.find(saleId)
  if (tender === 'card' || sale?.state !== 'paying') return
  const { reference, amount } = sale.tender
  writeLine(paths(directory).drawer, { reference, amount })
  at('cash in the drawer')
  const confirmed = await kiosk.api.confirmCash({ saleId, pin: PIN, received: amount })
  if (!confirmed.ok) writeLine(paths(directory).drawer, { reference, amount: -amount })
}
