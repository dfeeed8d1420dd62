import { holdsCardNumber } from '../../../shared/domain/desk/typed-numbers.ts'
import {
  type DrivenTender,
  isCash,
  isMobileMoney,
  readTelephone,
  type TenderKind,
} from '../../../shared/domain/money/tender.ts'
import { cashDue, notesExplain, notInCash, smallestPiece } from '../../../shared/domain/money/cash.ts'
import { asksAnotherPrice } from '../../../shared/domain/desk/desk-command.ts'
import { readSlipCode, readSlipNumber } from '../../../shared/domain/money/credit-slip.ts'
import { type Minor, readSum, type SumError } from '../../../shared/domain/money/money.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { isFreeOrder, leftOf, sumsFor } from './desk-state.ts'
import type { Desk } from './desk.ts'

export interface Payment {
  /** What was handed over, as it was typed: with a `+`, as a part of what is left. An empty line: the sum that is chosen. */
  takeCash(typed: string): Promise<DeskNotice | null>
  /** By a terminal or a telephone: all that is left, or what was typed of it. */
  payWith(tender: DrivenTender, typed: string): Promise<DeskNotice | null>
  /** The customer's number, for the mobile money that waits for it. */
  payBy(payer: string): Promise<DeskNotice | null>
}

/** A sum of ten figures is a sum. */
const isSlip = (typed: string): boolean =>
  readSlipCode(typed) !== null || (readSlipNumber(typed) !== null && /[a-z]/iu.test(typed))

const noSum = (typed: string, error: SumError): DeskNotice => (asksAnotherPrice(typed) ? { type: 'one-price' } : error)

/** Returns the typed amount, or the selected one if the line is empty. */
function handedOver(typed: string, sale: SaleView, chosen: number): Result<Minor, SumError> {
  const sum = typed === '' ? sumsFor(sale)[chosen] : undefined
  return sum === undefined ? readSum(typed, sale.currency) : ok(sum)
}

interface Asked {
  /** Cash that is still due, in coins that exist. */
  readonly left: Minor
  readonly currency: string
  /** Less than all that is left may be paid. */
  readonly asPart: boolean
}

/** Returns the fault of a sum of cash; null if it has none. */
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

  /** Scanned into the line, or its number typed there. */
  async function paySlip({ saleId }: SaleView, slip: string): Promise<DeskNotice | null> {
    const { who } = getState().screen
    happen({ type: 'payment-asked' })
    const paying = await invoke('paySlip', { saleId, slip, ...(who && { by: who.credentials }) })
    if (!paying.ok) return paying.error
    return paying.value.stage.name === 'review' ? paying.value.stage.notice : null
  }

  /** What was typed is gone from the line, and Enter alone takes nothing in its place. */
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
      // Who signs in again finds the sale as it was when they typed.
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
      // What the cashier takes on the merchant's telephone, that telephone asks for.
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
