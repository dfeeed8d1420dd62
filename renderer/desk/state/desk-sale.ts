import { asksAnotherPrice, readCustomer } from '../../../shared/domain/desk/desk-command.ts'
import { freeTextFault, holdsCardNumber } from '../../../shared/domain/desk/typed-numbers.ts'
import { cashDue, notesExplain, notInCash, smallestPiece } from '../../../shared/domain/money/cash.ts'
import { readSlipCode, readSlipNumber } from '../../../shared/domain/money/credit-voucher.ts'
import { type Minor, readSum, type SumError } from '../../../shared/domain/money/money.ts'
import {
  type DrivenTender,
  isAccount,
  isCash,
  isMobileMoney,
  readTelephone,
} from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SaleState } from '../../../shared/domain/sale/sale.ts'
import type { CommandInput } from '../../../shared/api/kiosk/contract.ts'
import type { SaleView } from '../../../shared/api/kiosk/views.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { canBeInvoiced, reprintedOf, type SaleFile, validTickets } from '../../../shared/domain/sale/sale-file.ts'
import { isFreeOrder, languageAfter, leftOf, openOf, type ParkedSale, stepOn, sumsFor } from './desk-state.ts'
import type { Visits } from './desk-visits.ts'
import type { Desk, Outcome } from './desk.ts'
import { atHand, isAt } from './desk-task.ts'

/**
 * Returns the parked sales, including the displayed sale if it is at the payment step, because the event that lists
 * them may arrive later.
 */
function parkedWithThisOne(desk: Desk): readonly ParkedSale[] {
  const { parked, work, saleSeenAt } = desk.getState()
  const { step, sale } = atHand(work)
  if (step !== 'payment') return parked
  return [...parked.filter((each) => each.sale.saleId !== sale.saleId), { sale, seenAt: saleSeenAt }]
}

export async function park(desk: Desk, visits: Visits): Outcome {
  const { work } = desk.getState()
  if (!desk.credentials || work.step !== 'payment') return null
  const failure = await desk.ask('parkSale', { ...desk.credentials, saleId: work.sale.saleId })
  if (failure) return failure
  desk.set({ parked: parkedWithThisOne(desk) })
  await visits.begin()
  return null
}

/** Recalls the only parked sale, or lists the parked sales if several are parked. */
export async function recall(desk: Desk, visits: Visits): Outcome {
  const { parked } = desk.getState()
  const [first] = parked
  if (!first) return { type: 'nothing-parked' }
  if (parked.length === 1) return recallOne(desk, visits, first.sale.saleId)
  desk.happen({ type: 'parked-listed' })
  return null
}

/** Opens the only background sale, or lists the background sales if several exist. */
export async function openBehind(desk: Desk, visits: Visits): Outcome {
  const behind = openOf(desk.getState().behind)
  const [first] = behind
  if (!first) return { type: 'nothing-behind' }
  if (behind.length === 1) return recallOne(desk, visits, first.sale.saleId)
  desk.happen({ type: 'behind-listed' })
  return null
}

export async function recallOne(desk: Desk, visits: Visits, saleId: string): Outcome {
  if (!desk.credentials) return null
  const recalled = await desk.invoke('recallSale', { ...desk.credentials, saleId })
  if (!recalled.ok) return recalled.error
  desk.set({
    parked: parkedWithThisOne(desk).filter((each) => each.sale.saleId !== saleId),
    behind: desk.getState().behind.filter((each) => each.sale.saleId !== saleId),
  })
  await visits.takeUp(recalled.value)
  return null
}

/** Returns the stands and sectors of the seats. Omits row and seat numbers, because they are printed on the ticket. */
export function whereOf({ seats }: SaleView): string {
  const places = new Set(seats.map(({ place }) => `${place.tribune.name} ${place.sector}`))
  return [...places].join(', ')
}

const sold: ReadonlySet<SaleState> = new Set([
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
  'print-unknown',
  'done',
])

/** Returns the file of the last sale with tickets. `none`: notice if there is no such sale. */
async function fileOfLastSale(desk: Desk, none: DeskNotice): Promise<Result<SaleFile, DeskNotice>> {
  const { credentials } = desk
  if (!credentials) return err(none)
  const found = await desk.invoke('findSales', { ...credentials, text: '' })
  if (!found.ok) return found
  const last = found.value.find(({ state }) => sold.has(state))
  if (!last) return err(none)
  return last.state === 'done'
    ? desk.invoke('openSaleFile', { ...credentials, saleId: last.saleId })
    : err({ type: 'last-goes-on' })
}

export async function askForCopies(desk: Desk): Outcome {
  const none = { type: 'nothing-to-reprint' } as const
  const file = await fileOfLastSale(desk, none)
  if (!file.ok) return file.error
  if (validTickets(file.value).length === 0) return none
  desk.happen({ type: 'copies-asked', file: file.value })
  return null
}

/** Opens the form for the invoice of the last sale, or for its duplicate. */
export async function askForInvoice(desk: Desk): Outcome {
  const none = { type: 'nothing-to-invoice' } as const
  const file = await fileOfLastSale(desk, none)
  if (!file.ok) return file.error
  const { invoices } = file.value
  if (invoices ? invoices.length === 0 : !canBeInvoiced(file.value)) return none
  const act = { type: invoices ? 'invoice-copy' : 'invoice' } as const
  const invoicing = { file: file.value, act }
  desk.happen({ type: 'files-toggled' }, { invoicing })
  return null
}

/**
 * Publishes the tickets that could not be printed, or duplicates of the last sale, and opens the dialog. If it is already
 * open for this sale, opens its form for a message.
 */
export async function showOnTelephone(desk: Desk): Outcome {
  const { ticketPage, work } = desk.getState()
  const { sale } = atHand(work)
  const isOpenFor = (saleId: string): boolean => ticketPage?.saleId === saleId
  const write = (): null => {
    desk.set({ ticketPage: ticketPage && { ...ticketPage, isAddressing: true } })
    return null
  }
  if (sale && isAt(sale, 'print-problem')) {
    if (isOpenFor(sale.saleId)) return write()
    const reply = await desk.invoke('publishTickets', { saleId: sale.saleId })
    if (!reply.ok) return reply.error
    const { telephone, saleId } = reply.value
    desk.set({ ticketPage: telephone?.address ? { saleId, address: telephone.address } : null })
    return null
  }
  const file = await fileOfLastSale(desk, { type: 'nothing-to-reprint' })
  if (!file.ok) return file.error
  if (!desk.credentials) return null
  const { saleId } = file.value
  if (isOpenFor(saleId)) return write()
  const reply = await desk.invoke('publishSale', { ...desk.credentials, saleId })
  if (!reply.ok) return reply.error
  desk.set({ ticketPage: { saleId, ...reply.value } })
  return null
}

export function orderCopies(desk: Desk, reason: string): void {
  const { work } = desk.getState()
  if (work.step !== 'copies' || !desk.credentials) return
  const fault = freeTextFault(reason, 'reason')
  if (fault) return desk.set({ notice: fault })
  const { saleId } = work.file
  const ticketIds = validTickets(work.file).map(({ ticketId }) => ticketId)
  desk.happen({ type: 'back' }, { notice: { type: 'reprint-requested', count: ticketIds.length } })
  void desk.invoke('reprintTickets', { ...desk.credentials, saleId, ticketIds, reason }).then((reply) => {
    if (!reply.ok) return desk.set({ notice: reply.error })
    const count = reprintedOf(reply.value, ticketIds)
    return desk.set({ notice: { type: 'copies-out', count, wanted: ticketIds.length } })
  })
}

/** Opens the command line for the customer's optional name and telephone number, filled with the recorded details. */
export async function askForCustomer(desk: Desk): Outcome {
  const { work, customer } = desk.getState()
  if (work.step !== 'payment' || !desk.credentials) return null
  const { saleId, customer: noted } = work.sale
  if (!noted || customer) {
    desk.happen({ type: 'customer-asked' })
    return null
  }
  const file = await desk.invoke('openSaleFile', { ...desk.credentials, saleId })
  if (!file.ok) return file.error
  desk.happen({ type: 'customer-asked' }, { customer: file.value.customer ?? null })
  return null
}

/** Records the typed details of the customer. An empty line removes the customer from the sale. */
export async function recordCustomer(desk: Desk, typed: string): Outcome {
  const { info, work } = desk.getState()
  if (work.step !== 'customer' || !desk.credentials) return null
  const read = readCustomer(typed, info?.ways.find(({ numbering }) => numbering)?.numbering)
  if (!read.ok) return read.error
  const customer = read.value
  if (customer || work.sale.customer) {
    const { saleId } = work.sale
    const noted = await desk.invoke('recordCustomer', { ...desk.credentials, saleId, customer })
    if (!noted.ok) return noted.error
    desk.happen({ type: 'sale-updated', sale: noted.value })
  }
  desk.happen({ type: 'answered' }, { customer })
  return null
}

/** Changes the customer's language, on the customer display and on the tickets. */
export async function nextLanguage(desk: Desk): Promise<void> {
  const { info, work } = desk.getState()
  const { sale } = atHand(work)
  if (!info || !sale) return
  const language = languageAfter(sale.language, info)
  await desk.run(async () => {
    const failure = await desk.ask('setLanguage', { saleId: sale.saleId, language })
    const { sale: known } = atHand(desk.getState().work)
    if (!failure && known) desk.happen({ type: 'sale-updated', sale: { ...known, language } })
    return failure
  })
}

export async function readAloud(desk: Desk): Promise<void> {
  const { sale } = atHand(desk.getState().work)
  if (sale) await desk.run(() => desk.ask('readAloud', { saleId: sale.saleId }))
}

/** Returns whether the text identifies a voucher. Ten digits without a letter are an amount. */
const isSlip = (typed: string): boolean =>
  readSlipCode(typed) !== null || (readSlipNumber(typed) !== null && /[a-z]/iu.test(typed))

const noSum = (typed: string, error: SumError): DeskNotice => (asksAnotherPrice(typed) ? { type: 'one-price' } : error)

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

/** Returns the reason for rejecting a cash amount; null if the amount is valid. */
function cashFault(received: Minor, { left, currency, asPart }: Asked): DeskNotice | null {
  if (received < left && !asPart) return { type: 'too-little', due: left }
  if (received === 0 && left > 0) return { type: 'not-in-cash', smallest: smallestPiece(currency), currency }
  const fault = notInCash(received, currency)
  if (fault) return fault
  return notesExplain(received, left, currency) ? null : { type: 'much-received', received, due: left, currency }
}

async function start(
  desk: Desk,
  sale: SaleView,
  command: Omit<CommandInput<'pay'>, 'saleId'>,
): Promise<{ readonly begun: boolean; readonly notice: DeskNotice | null }> {
  const by = desk.credentials && !isCash(command.tender) ? { by: desk.credentials } : {}
  desk.happen({ type: 'payment-asked' })
  const paying = await desk.invoke('pay', { saleId: sale.saleId, ...command, ...by })
  if (!paying.ok) return { begun: false, notice: paying.error }
  return { begun: paying.value.stage.name === 'paying', notice: reviewNotice(paying.value) }
}

const reviewNotice = ({ stage }: SaleView): DeskNotice | null => (stage.name === 'review' ? stage.notice : null)

/** Returns the `amount` member of a payment command; empty if the payment covers the whole amount due. */
const partOf = (amount: Minor | null, left: Minor) => (amount !== null && amount < left ? { amount } : {})

async function paySlip(desk: Desk, { saleId }: SaleView, slip: string): Outcome {
  desk.happen({ type: 'payment-asked' })
  const paying = await desk.invoke('paySlip', { saleId, slip, ...(desk.credentials && { by: desk.credentials }) })
  return paying.ok ? reviewNotice(paying.value) : paying.error
}

/** Takes cash: the typed amount, or the selected amount for an empty line. A trailing `+` marks a partial payment. */
export async function takeCash(desk: Desk, typed: string): Outcome {
  const { work } = desk.getState()
  if (work.step !== 'payment' || !desk.credentials) return null
  const { sale, sums } = work
  const { saleId, currency } = sale
  if (isFreeOrder(sale)) return (await start(desk, sale, { tender: 'free' })).notice
  if (isSlip(typed)) return paySlip(desk, sale, typed)
  /** Clears the selection, so that Enter alone does not take the selected amount in place of a rejected text. */
  const refused = (notice: DeskNotice, doubted: string | null = null): DeskNotice => {
    desk.happen({ type: 'sum-refused', doubted })
    return notice
  }
  const asPart = typed.endsWith('+')
  const left = cashDue(leftOf(sale), currency)
  const read = handedOver(asPart ? typed.slice(0, -1) : typed, sale, sums.chosen)
  if (!read.ok) return refused(noSum(typed, read.error))
  const { value: received } = read
  const fault = cashFault(received, { left, currency, asPart })
  if (fault && (fault.type !== 'much-received' || sums.doubted !== typed))
    return refused(fault, fault.type === 'much-received' ? typed : null)
  const part = asPart && received < left ? partOf(received, leftOf(sale)) : {}
  const { credentials } = desk
  const { begun, notice } = await start(desk, sale, { tender: 'cash', ...part })
  if (!begun) return notice
  const failure = await desk.ask('confirmCash', { ...credentials, saleId, received })
  if (!failure) desk.happen({ type: 'cash-taken' })
  if (failure?.type !== 'signed-out') return failure
  // The payment is cancelled, so that the sale is unchanged after the next sign-in.
  return (await desk.ask('cancelPayment', { saleId })) ?? failure
}

export async function payWith(desk: Desk, tender: DrivenTender, typed: string): Outcome {
  const { work, info } = desk.getState()
  if (work.step !== 'payment') return null
  const { sale } = work
  const left = leftOf(sale)
  const read = typed === '' ? ok(null) : readSum(typed, sale.currency)
  if (!read.ok || read.value === 0) return noSum(typed, read.ok ? { type: 'not-a-sum' } : read.error)
  const amount = read.value
  if (amount !== null && amount > left) return { type: 'too-much', due: left }
  // If the cashier charges on the merchant's telephone, the customer's number is typed on that telephone.
  if (!isMobileMoney(tender) || info?.attended?.includes(tender))
    return (await start(desk, sale, { tender, ...partOf(amount, left) })).notice
  desk.happen({ type: 'payer-asked', tender, amount })
  return null
}

/** Opens the panel of customer accounts: to sell on account, or between sales for a payment of a customer. */
export function openAccounts(desk: Desk, typed: string): void {
  const { work, info } = desk.getState()
  if (!info?.tenders.some(isAccount)) return
  if (work.step !== 'payment') {
    const isIdle = (work.step === 'events' || work.step === 'seats') && stepOn(desk.getState()) === work.step
    if (isIdle) desk.set({ accounts: { sale: null, amount: null }, notice: null })
    return
  }
  const { sale } = work
  const left = leftOf(sale)
  const read = typed === '' ? ok(null) : readSum(typed, sale.currency)
  if (!read.ok || read.value === 0)
    return desk.set({ notice: noSum(typed, read.ok ? { type: 'not-a-sum' } : read.error) })
  const amount = read.value
  if (amount !== null && amount > left) return desk.set({ notice: { type: 'too-much', due: left } })
  if (!isFreeOrder(sale)) desk.set({ accounts: { sale, amount }, notice: null })
}

export async function payBy(desk: Desk, typed: string): Outcome {
  const { work } = desk.getState()
  if (work.step !== 'payer') return null
  const { sale, tender, amount } = work
  const payer = readTelephone(typed)
  if (payer === null) return { type: holdsCardNumber(typed) ? 'card-number' : 'not-a-number' }
  const { begun, notice } = await start(desk, sale, { tender, ...partOf(amount, leftOf(sale)), payer })
  desk.happen(begun ? { type: 'answered' } : { type: 'payer-asked', tender, amount })
  return notice
}
