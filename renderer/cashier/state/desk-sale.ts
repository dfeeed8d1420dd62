import { asksAnotherPrice, readCustomer } from '../../../shared/domain/desk/desk-command.ts'
import { freeTextFault, holdsCardNumber } from '../../../shared/domain/desk/typed-numbers.ts'
import { cashDue, notesExplain, notInCash, smallestPiece } from '../../../shared/domain/money/cash.ts'
import { readSlipCode, readSlipNumber } from '../../../shared/domain/money/credit-slip.ts'
import { type Minor, readSum, type SumError } from '../../../shared/domain/money/money.ts'
import {
  type DrivenTender,
  isCash,
  isMobileMoney,
  readTelephone,
  type TenderKind,
} from '../../../shared/domain/money/tender.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type { SaleState } from '../../../shared/domain/sale/sale.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { validTickets } from '../files/carry-out.ts'
import { isFreeOrder, languageAfter, leftOf, openOf, type ParkedSale, sumsFor } from './desk-state.ts'
import { failureOf, type Visits } from './desk-visits.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

export interface Parking {
  /** Parks the sale at the payment step. */
  readonly park: () => Promise<DeskNotice | null>
  /** Recalls the parked sale, or lists the parked sales if there are several. */
  readonly recall: () => Promise<DeskNotice | null>
  readonly recallOne: (saleId: string) => Promise<DeskNotice | null>
  /** Opens the background sale, or lists the background sales if there are several. */
  readonly open: () => Promise<DeskNotice | null>
}

/**
 * Serves several customers at one desk: a customer who needs time is parked together with the seats. The event about
 * parked sales may arrive after the reply, so the next key uses the reply.
 */
export function createParking({ invoke, getState, set, happen }: Desk, visits: Visits): Parking {
  /** Returns the parked sales, including the sale on the screen if it is at the payment step. */
  const withThisOne = (): readonly ParkedSale[] => {
    const { parked, work, saleSeenAt } = getState()
    const at = atHand(work)
    if (at.step !== 'payment') return parked
    const { sale } = at
    return [...parked.filter((each) => each.sale.saleId !== sale.saleId), { sale, seenAt: saleSeenAt }]
  }

  async function recallOne(saleId: string): Promise<DeskNotice | null> {
    const { who } = getState().screen
    if (who === null) return null
    const recalled = await invoke('recallSale', { ...who.credentials, saleId })
    if (!recalled.ok) return recalled.error
    const { behind } = getState()
    set({
      parked: withThisOne().filter((each) => each.sale.saleId !== saleId),
      behind: behind.filter((each) => each.sale.saleId !== saleId),
    })
    await visits.takeUp(recalled.value)
    return null
  }

  return {
    async park() {
      const { screen, work } = getState()
      if (!screen.who || work.step !== 'payment') return null
      const parked = await invoke('parkSale', { ...screen.who.credentials, saleId: work.sale.saleId })
      if (!parked.ok) return parked.error
      set({ parked: withThisOne() })
      await visits.begin()
      return null
    },
    async recall() {
      const { parked } = getState()
      const [first] = parked
      if (!first) return { type: 'nothing-parked' }
      if (parked.length === 1) return recallOne(first.sale.saleId)
      happen({ type: 'parked-listed' })
      return null
    },
    recallOne,
    async open() {
      const behind = openOf(getState().behind)
      const [first] = behind
      if (!first) return { type: 'nothing-behind' }
      if (behind.length === 1) return recallOne(first.sale.saleId)
      happen({ type: 'behind-listed' })
      return null
    },
  }
}

/** Returns the tribunes and sectors of the seats. The seats themselves are on the ticket. */
export function whereOf({ seats }: SaleView): string {
  const places = new Set(seats.map(({ place }) => `${place.tribune.name} ${place.sector}`))
  return [...places].join(', ')
}

/** Reprints of the last sale's tickets. */
export interface Copies {
  /** Opens the question for the reason. */
  readonly ask: () => Promise<DeskNotice | null>
  /** Sends the tickets to the printer. The desk continues meanwhile. */
  readonly order: (reason: string) => Promise<void>
}

/** States of a sale from its payment until its tickets are issued. */
const sold: ReadonlySet<SaleState> = new Set([
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
  'print-unknown',
  'done',
])

export function createCopies({ invoke, getState, set, happen }: Desk): Copies {
  return {
    async ask() {
      const { who } = getState().screen
      if (!who) return null
      const found = await invoke('findSales', { ...who.credentials, text: '' })
      if (!found.ok) return found.error
      const last = found.value.find(({ state }) => sold.has(state))
      if (last && last.state !== 'done') return { type: 'last-goes-on' }
      const file = last && (await invoke('openSaleFile', { ...who.credentials, saleId: last.saleId }))
      if (!file) return { type: 'nothing-to-reprint' }
      if (!file.ok) return file.error
      if (validTickets(file.value).length === 0) return { type: 'nothing-to-reprint' }
      happen({ type: 'copies-asked', file: file.value })
      return null
    },
    async order(reason) {
      const { screen, work } = getState()
      if (work.step !== 'copies' || !screen.who) return
      const fault = freeTextFault(reason, 'reason')
      if (fault) return set({ notice: fault })
      const { saleId } = work.file
      const ticketIds = validTickets(work.file).map(({ ticketId }) => ticketId)
      happen({ type: 'back' })
      set({ notice: { type: 'copies-ordered', count: ticketIds.length } })
      void invoke('reprintTickets', { ...screen.who.credentials, saleId, ticketIds, reason }).then((reply) => {
        if (!reply.ok) return set({ notice: reply.error })
        const wanted = new Set(ticketIds)
        const out = reply.value.tickets.filter(
          ({ ticketId, papers }) => wanted.has(ticketId) && papers.at(-1)?.state === 'printed',
        )
        return set({ notice: { type: 'copies-out', count: out.length, wanted: wanted.size } })
      })
    },
  }
}

/** The customer's details, and the language and speech of the customer display. */
export interface Naming {
  /** Opens the command line for the customer's name and telephone number, starting with the recorded details. */
  readonly open: () => Promise<DeskNotice | null>
  /** Records the typed customer. An empty line stands for no customer. */
  readonly note: (typed: string) => Promise<DeskNotice | null>
  readonly nextLanguage: () => Promise<void>
  /** Reads the customer display aloud. */
  readonly readAloud: () => Promise<void>
}

export function createNaming({ invoke, getState, happen, run }: Desk): Naming {
  return {
    async open() {
      const { work, screen, customer } = getState()
      if (work.step !== 'payment' || !screen.who) return null
      const { saleId, customer: noted } = work.sale
      if (!noted || customer) {
        happen({ type: 'customer-asked' })
        return null
      }
      const file = await invoke('openSaleFile', { ...screen.who.credentials, saleId })
      if (!file.ok) return file.error
      happen({ type: 'customer-asked' }, { customer: file.value.customer ?? null })
      return null
    },
    async note(typed) {
      const { info, work, screen } = getState()
      if (work.step !== 'customer' || !screen.who) return null
      const read = readCustomer(typed, info?.ways.find(({ numbering }) => numbering)?.numbering)
      if (!read.ok) return read.error
      const customer = read.value
      const { saleId } = work.sale
      if (customer || work.sale.customer) {
        const noted = await invoke('noteCustomer', { ...screen.who.credentials, saleId, customer })
        if (!noted.ok) return noted.error
        happen({ type: 'sale-told', sale: noted.value })
      }
      happen({ type: 'answered' }, { customer })
      return null
    },
    async nextLanguage() {
      const { info, work } = getState()
      const { sale } = atHand(work)
      if (!info || !sale) return
      const language = languageAfter(sale.language, info)
      await run(async () => {
        const changed = await invoke('setLanguage', { saleId: sale.saleId, language })
        const { sale: known } = atHand(getState().work)
        if (changed.ok && known) happen({ type: 'sale-told', sale: { ...known, language } })
        return failureOf(changed)
      })
    },
    async readAloud() {
      const { sale } = atHand(getState().work)
      if (sale) await run(async () => failureOf(await invoke('readAloud', { saleId: sale.saleId })))
    },
  }
}

export interface Payment {
  /**
   * Takes the typed amount in cash. A trailing `+` marks a part of the amount due. An empty line takes the selected
   * amount.
   */
  takeCash(typed: string): Promise<DeskNotice | null>
  /** Starts a payment by terminal or telephone, of the typed amount or of all that is left to pay. */
  payWith(tender: DrivenTender, typed: string): Promise<DeskNotice | null>
  /** Starts the pending mobile money payment with the customer's telephone number. */
  payBy(payer: string): Promise<DeskNotice | null>
}

/** Returns whether the text is a voucher. Ten digits alone are an amount. */
const isSlip = (typed: string): boolean =>
  readSlipCode(typed) !== null || (readSlipNumber(typed) !== null && /[a-z]/iu.test(typed))

const noSum = (typed: string, error: SumError): DeskNotice => (asksAnotherPrice(typed) ? { type: 'one-price' } : error)

/** Returns the typed amount, or the selected one if the line is empty. */
function handedOver(typed: string, sale: SaleView, chosen: number): Result<Minor, SumError> {
  const sum = typed === '' ? sumsFor(sale)[chosen] : undefined
  return sum === undefined ? readSum(typed, sale.currency) : ok(sum)
}

interface Asked {
  /** Cash still due, rounded to existing coins. */
  readonly left: Minor
  readonly currency: string
  /** True if less than the amount due may be paid. */
  readonly asPart: boolean
}

/** Returns the fault of a cash amount; null if it is valid. */
function cashFault(received: Minor, { left, currency, asPart }: Asked): DeskNotice | null {
  if (received < left && !asPart) return { type: 'too-little', due: left }
  if (received === 0 && left > 0) return { type: 'not-in-cash', smallest: smallestPiece(currency), currency }
  const fault = notInCash(received, currency)
  if (fault) return fault
  return notesExplain(received, left, currency) ? null : { type: 'much-received', received, due: left, currency }
}

export function createPayment({ invoke, getState, happen }: Desk): Payment {
  async function start(
    sale: SaleView,
    tender: TenderKind,
    amount: Minor | null,
    payer?: string,
  ): Promise<{ readonly begun: boolean; readonly notice: DeskNotice | null }> {
    const part = amount !== null && amount < leftOf(sale) ? { amount } : {}
    const { who } = getState().screen
    const named = { ...(payer !== undefined && { payer }), ...(who && !isCash(tender) && { by: who.credentials }) }
    happen({ type: 'payment-asked' })
    const paying = await invoke('pay', { saleId: sale.saleId, tender, ...part, ...named })
    if (!paying.ok) return { begun: false, notice: paying.error }
    const { stage } = paying.value
    return { begun: stage.name === 'paying', notice: stage.name === 'review' ? stage.notice : null }
  }

  /** Pays by a voucher that was scanned or whose number was typed. */
  async function paySlip({ saleId }: SaleView, slip: string): Promise<DeskNotice | null> {
    const { who } = getState().screen
    happen({ type: 'payment-asked' })
    const paying = await invoke('paySlip', { saleId, slip, ...(who && { by: who.credentials }) })
    if (!paying.ok) return paying.error
    return paying.value.stage.name === 'review' ? paying.value.stage.notice : null
  }

  /** Clears the selected amount, so that Enter alone does not take one in place of the rejected text. */
  function refused(notice: DeskNotice, doubted: string | null = null): DeskNotice {
    happen({ type: 'sum-refused', doubted })
    return notice
  }

  return {
    async takeCash(typed) {
      const { screen, work } = getState()
      if (work.step !== 'payment' || !screen.who) return null
      const { sale, sums } = work
      const { currency } = sale
      if (isFreeOrder(sale)) return (await start(sale, 'free', null)).notice
      if (isSlip(typed)) return paySlip(sale, typed)
      const asPart = typed.endsWith('+')
      const left = cashDue(leftOf(sale), currency)
      const read = handedOver(asPart ? typed.slice(0, -1) : typed, sale, sums.chosen)
      if (!read.ok) return refused(noSum(typed, read.error))
      const { value: received } = read
      const fault = cashFault(received, { left, currency, asPart })
      if (fault && (fault.type !== 'much-received' || sums.doubted !== typed))
        return refused(fault, fault.type === 'much-received' ? typed : null)
      const { begun, notice } = await start(sale, 'cash', asPart && received < left ? received : null)
      if (!begun) return notice
      const taken = await invoke('confirmCash', { ...screen.who.credentials, saleId: sale.saleId, received })
      if (taken.ok) {
        happen({ type: 'cash-taken' })
        return null
      }
      if (taken.error.type !== 'signed-out') return taken.error
      // The payment is cancelled, so that the sale is unchanged after the next sign-in.
      const back = await invoke('cancelPayment', { saleId: sale.saleId })
      return back.ok ? taken.error : back.error
    },

    async payWith(tender, typed) {
      const { work, info } = getState()
      if (work.step !== 'payment') return null
      const { sale } = work
      const read = typed === '' ? ok(null) : readSum(typed, sale.currency)
      if (!read.ok || read.value === 0) return noSum(typed, read.ok ? { type: 'not-a-sum' } : read.error)
      const amount = read.value
      if (amount !== null && amount > leftOf(sale)) return { type: 'too-much', due: leftOf(sale) }
      // If the cashier charges on the merchant's telephone, the customer's number is typed there.
      if (isMobileMoney(tender) && !info?.attended?.includes(tender)) {
        happen({ type: 'payer-asked', tender, amount })
        return null
      }
      return (await start(sale, tender, amount)).notice
    },

    async payBy(payer) {
      const { work } = getState()
      if (work.step !== 'payer') return null
      const { sale, tender, amount } = work
      const number = readTelephone(payer)
      if (number === null) return { type: holdsCardNumber(payer) ? 'card-number' : 'not-a-number' }
      const { begun, notice } = await start(sale, tender, amount, number)
      happen(begun ? { type: 'answered' } : { type: 'payer-asked', tender, amount })
      return notice
    },
  }
}
