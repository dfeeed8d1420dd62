import type { Kiosk } from '../../../electron/kiosk/kiosk.ts'
import type { NoteValidator } from '../../../electron/kiosk/ports/devices.ts'
import type { SaleLedger } from '../../../electron/kiosk/ports/ports.ts'
import { isNotes } from '../../../shared/domain/money/tender.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { PaymentCase, SaleCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { TenderKind } from '../../../shared/api/kiosk/views.ts'
import type { PutIn } from '../../banknotes/put-in.ts'
import type { Random } from '../../simulation/random.ts'
import { knownAs, netOf, paths, writeLine, type Counted } from './devices.ts'
import { CASHIER, CHIEF_PIN, giveUp, PIN, touch } from './kiosk.ts'
import { quickClock, quickTimes } from './operators.ts'
import { bySection } from '../../../shared/domain/seats/offer.ts'

export interface Counter {
  readonly kiosk: Kiosk
  readonly ledger: SaleLedger
  readonly directory: string
  readonly at: (point: string) => void
  /** Customer and staff at the note acceptor. Null if the kiosk accepts no notes. */
  readonly notes?: NotePeople | null
  /** Waits while a customer views the plan or the price. Absent for no delay. */
  readonly ponder?: () => Promise<void>
}

/** Customer and staff at the note acceptor, who act outside the kiosk's process. */
export interface NotePeople {
  readonly wanted: (saleId: string) => void
  readonly nobody: (saleId: string) => void
  readonly where: (saleId: string) => Promise<PutIn['at'] | null>
}

/** Answers every case truthfully as staff, until no sale is unfinished. */
export async function settleCases(counter: Counter): Promise<void> {
  const { kiosk, ledger, directory } = counter
  for (;;) {
    const unfinished = ledger.unfinished()
    if (unfinished.length === 0) return
    const settled = await Promise.all(unfinished.map(({ saleId }) => patiently(kiosk, saleId)))
    const cases = await kiosk.api.listStaffCases({ pin: PIN })
    if (!cases.ok) throw new Error(`staff were refused: ${cases.error.type}`)
    for (const one of cases.value) {
      if ('payment' in one) {
        await settlePayment(one, kiosk, directory)
        continue
      }
      if (one.question === 'note-unallocated') {
        await touch(kiosk.api.settleStrayNote({ pin: PIN, seq: one.seq, paidOut: one.amount !== null }))
        continue
      }
      if (!('saleId' in one)) throw new Error('rows are gone')
      const sale = settled.find(({ saleId }) => saleId === one.saleId)
      const answer = sale && (await answerTo(one, sale, counter))
      if (!answer) throw new Error(`sale ${one.saleId} asks "${one.question}"`)
      const answered = await kiosk.api.settleStaffCase({ pin: PIN, saleId: one.saleId, answer })
      if (!answered.ok) throw new Error(`sale ${one.saleId} took no answer: ${answered.error.type}`)
    }
  }
}

/** Waits until the sale is settled or its payment can no longer succeed, so that staff can answer. */
async function patiently({ sales }: Kiosk, saleId: string): Promise<Sale> {
  const settled = sales.settled(saleId)
  for (;;) {
    const sale = await Promise.race([settled, quickClock().sleep(quickTimes.decideMs + 2 * quickTimes.lateMs)])
    if (sale) return sale
    const asking = sales.find(saleId)
    if (asking && 'asking' in asking && asking.asking) return asking
  }
}

async function answerTo({ question }: SaleCase, sale: Sale, { directory, notes }: Counter) {
  const reference = 'tender' in sale ? knownAs(sale.tender) : ''
  switch (question) {
    case 'money-moved': {
      if (notes && 'tender' in sale && isNotes(sale.tender.kind)) {
        // Staff check the device until the note is no longer in transit. `at` is null if the device has no note of the
        // sale.
        for (;;) {
          const at = await notes.where(sale.saleId)
          if (at !== 'inside') return { type: 'money-moved', moved: at === 'in the box' } as const
        }
      }
      // A payment of a different amount is not a payment of the sale, and is refunded as a separate payment.
      const differs = 'differs' in sale && sale.differs !== undefined
      return { type: 'money-moved', moved: !differs && netOf(directory, reference) > 0 } as const
    }
    case 'pay-back':
      payBack(directory, reference)
      return { type: 'paid-back', reference: 'R-1' } as const
    case 'reprint':
    case 'collect':
    case 'paper-out':
      return { type: 'reprint' } as const
    case 'refund-open':
    case 'tickets-mismatched':
    case 'service-unreachable':
    case 'rows-lost':
    case 'unreconciled':
    case 'restart':
    case 'storage-full':
    case 'purchase-refused':
      return null
  }
}

/** Refunds a payment that succeeded outside its sale. The kiosk continues to query undecided payments. */
async function settlePayment(one: PaymentCase, { api }: Kiosk, directory: string): Promise<void> {
  const { payment, paymentReference, question } = one
  if (question !== 'payment-found') return
  payBack(directory, paymentReference)
  const answer = { type: 'paid-back', reference: 'R-2' } as const
  const answered = await api.settleOpenPayment({ pin: PIN, payment, answer })
  if (!answered.ok) throw new Error(`payment ${payment} took no answer: ${answered.error.type}`)
}

function payBack(directory: string, reference: string): void {
  if (netOf(directory, reference) > 0) writeLine(paths(directory).drawer, { reference, amount: -1 })
}

export async function sell(counter: Counter, eventId: string, random: Random): Promise<void> {
  const { kiosk, notes } = counter
  const { api, sales } = kiosk
  const started = await api.startVisit({ eventId, language: 'fr' })
  if (!started.ok) return
  const { saleId, session } = started.value
  const { sectionId } = random.pick(session.overview.sections)
  const offers = await api.proposeSeats({ saleId, sectionIds: [sectionId], count: random.between(1, 2) })
  const [offer] = offers.ok ? offers.value : []
  if (!offer) return
  if (counter.ponder) {
    await counter.ponder()
    await touch(api.viewSection({ saleId, sectionId }))
  }
  await touch(api.holdSeats({ saleId, groups: bySection(offer.seats) }))
  let sale = await sales.settled(saleId)
  for (let attempt = 0; sale.state === 'priced' && attempt < 3; attempt++) {
    if (random.chance(0.1)) {
      await touch(api.abandonSale({ saleId, reason: 'cancelled' }))
      return
    }
    await counter.ponder?.()
    if (notes && random.chance(0.5)) {
      await useSlip(counter, saleId, random)
      sale = await sales.settled(saleId)
      if (sale.state !== 'priced') break
    }
    const ways = ['card', 'card', 'cash', 'orange-money', 'mtn-momo'] as const
    await pay(counter, saleId, notes && random.chance(0.6) ? 'notes' : random.pick(ways))
    sale = await sales.settled(saleId)
  }
  if (sale.state === 'priced') await giveUp(kiosk, saleId)
  if (sale.state === 'print-unknown') await touch(api.retryPrint({ saleId }))
  await sales.settled(saleId)
  await touch(api.dismissSale({ saleId }))
}

async function pay({ kiosk, directory, at }: Counter, saleId: string, tender: TenderKind): Promise<void> {
  await touch(kiosk.api.pay({ saleId, tender, ...(tender === 'mtn-momo' && { payer: '622000000' }) }))
  const sale = kiosk.sales.find(saleId)
  if (tender !== 'cash' || sale?.state !== 'paying') return
  const { reference, amount } = sale.tender
  writeLine(paths(directory).drawer, { reference, amount })
  at('cash in the drawer')
  const confirmed = await kiosk.api.confirmCash({ saleId, pin: PIN, received: amount })
  if (!confirmed.ok) writeLine(paths(directory).drawer, { reference, amount: -amount })
}

async function useSlip({ kiosk: { api }, ledger, directory }: Counter, saleId: string, random: Random): Promise<void> {
  const [open] = ledger.slips.open()
  if (!open) return
  const slip = random.chance(0.5) ? open.slipId : ledger.slips.codeOf(open)
  if (random.chance(0.7)) return void (await touch(api.paySlip({ saleId, slip })))
  const paid = await api.payOutSlip({ pin: PIN, second: { pin: CHIEF_PIN }, slip })
  if (paid.ok) writeLine(paths(directory).slips, { slipId: open.slipId })
}

export function wantNotes({ sales }: Kiosk, { wanted, nobody }: NotePeople): void {
  sales.subscribe((sale) => {
    const takes = sale.state === 'paying' && sale.phase !== 'recovering' && sale.notes !== undefined
    if (takes && sale.notes?.held !== undefined) return
    if (takes) wanted(sale.saleId)
    else nobody(sale.saleId)
  })
}

/** Time in milliseconds in which a restarted note acceptor reports earlier events. */
const TELLING_MS = 25_000

/** Starts and cancels a last note payment after the acceptor has reported all events. */
export async function hearTheRest(notes: NoteValidator): Promise<void> {
  const clock = quickClock()
  while (notes.fault() === 'not-there') await clock.sleep(250)
  await clock.sleep(TELLING_MS)
  await notes.next({ currency: 'GNF', values: [] }, AbortSignal.abort())
}

/** Opens the cashbox with dual control and closes it, with or without a count. Also finishes an interrupted opening. */
export async function tendCashbox({ kiosk: { api }, directory, at }: Counter, random: Random): Promise<void> {
  const two = { ...CASHIER, second: { staff: '90', pin: CHIEF_PIN } }
  const opened = await api.openCashbox(two)
  // The cashbox does not open while notes are inserted or staff have to look for a note.
  if (!opened.ok || !opened.value.open) return
  const { seq: openingSeq } = opened.value.open
  at('cashbox open')
  if (random.chance(0.2)) {
    await touch(api.closeCashbox({ ...two, openingSeq }))
    return
  }
  const [value, count] = [5_000, random.between(1, 40)]
  const emptied = await api.emptyCashbox({ ...two, openingSeq, pieces: [{ kind: 'note', value, count }] })
  if (!emptied.ok) throw new Error(`the cashbox is open, and was not emptied: ${emptied.error.type}`)
  writeLine(paths(directory).box, { openingSeq, total: value * count } satisfies Counted)
}
