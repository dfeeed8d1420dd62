import { readApproval, readDocumentNumber } from '../../shared/domain/desk/typed-numbers.ts'
import { isDocument, isDriven, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { Result } from '../../shared/domain/result.ts'
import { inHalves } from '../../shared/domain/sale/collection-code.ts'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'
import type {
  GapCase,
  HubCase,
  KeyCase,
  PaymentCase,
  SaleCase,
  StaffCase,
  StrayNoteCase,
} from '../../shared/api/kiosk/staff-cases.ts'
import type { Invoke } from '../app/client.ts'
import type { Credentials } from '../app/office-pages.ts'
import type { Problem } from '../app/problem.ts'
import { eventAndDate } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import type { Second } from './drawer.ts'
import type { IconName } from './icon.tsx'
import styles from './staff-case/staff-case-facts.module.css'

export type StaffAnswer =
  | CommandInput<'settleStaffCase'>['answer']
  | { readonly type: 'gap-settled'; readonly reference: string }
  /** Settles a banknote that belongs to no sale. `paidOut`: true if the banknote was paid out to the customer. */
  | { readonly type: 'unallocated-note-settled'; readonly paidOut: boolean }
  /** Requests a refund via the payment provider. */
  | { readonly type: 'refund-over' }
  /** Result of a pending refund, as seen by staff on the provider's website. */
  | { readonly type: 'refund-made'; readonly reference: string }
  | { readonly type: 'refund-not-made' }

export function keyOf(staffCase: StaffCase): string {
  if ('payment' in staffCase) return staffCase.payment
  return 'saleId' in staffCase ? staffCase.saleId : `${staffCase.question} ${staffCase.seq}`
}

/**
 * Records an answer from staff. Returns null if the answer does not apply to the case. `second`: approver, if required.
 */
export function settleCase(
  invoke: Invoke,
  who: Credentials,
  settled: StaffCase,
  answer: StaffAnswer,
  second?: Second,
): Promise<Result<readonly StaffCase[], Problem>> | null {
  const over = 'over' in settled ? settled.over : undefined
  if (settled.question === 'money-moved' && isOfDocument(settled) && answer.type === 'money-moved' && answer.moved) {
    const { saleId, paymentReference: reference } = settled
    const { approval: number, again } = answer
    if (!second || reference === null || number === undefined) return null
    const document = { saleId, reference, number, ...(again && { again }) }
    return invoke('acceptDocument', { ...who, second, ...document }).then<Result<readonly StaffCase[], Problem>>(
      (taken) => (taken.ok ? invoke('listStaffCases', who) : taken),
    )
  }
  if (answer.type === 'refund-over')
    return over && second ? invoke('askRefund', { ...who, second, payment: over.payment }) : null
  if (answer.type === 'refund-made' || answer.type === 'refund-not-made') {
    const receipt = answer.type === 'refund-made' ? answer.reference : null
    return over?.asked ? invoke('settleRefund', { ...who, refund: over.asked.reference, receipt }) : null
  }
  if (answer.type === 'unallocated-note-settled')
    return settled.question === 'note-unallocated'
      ? invoke('settleStrayNote', { ...who, seq: settled.seq, paidOut: answer.paidOut })
      : null
  if (answer.type === 'gap-settled')
    return 'seq' in settled
      ? invoke('settleLedgerGap', { ...who, seq: settled.seq, reference: answer.reference })
      : null
  if ('payment' in settled) return invoke('settleOpenPayment', { ...who, payment: settled.payment, answer })
  return 'saleId' in settled ? invoke('settleStaffCase', { ...who, saleId: settled.saleId, answer }) : null
}

/** Returns whether the case asks for a document, which a supervisor must approve. */
const isOfDocument = (staffCase: StaffCase): boolean =>
  staffCase.question === 'money-moved' && staffCase.tender !== null && isDocument(staffCase.tender)

export function questionText(staffCase: StaffCase, { t, money }: I18n): string {
  if (staffCase.question === 'pay-back' && staffCase.look === 'wanted') return t.staffDesk.lookFirst
  if (staffCase.question !== 'money-moved') return t.staffDesk.question(staffCase.question)
  const { tender } = staffCase
  const amount = money(staffCase.amount, staffCase.currency)
  return tender !== null && isDocument(tender)
    ? t.staffDesk.documentQuestion(t.desk.tenders[tender], amount)
    : t.staffDesk.moneyMovedQuestion(tender, amount, t.desk.tenders)
}

/** Returns the label of the number or note recorded with the answer; null if no number is recorded. */
export function numberLabel(staffCase: StaffCase, { t }: I18n): string | null {
  const { question } = staffCase
  if (isOfDocument(staffCase)) return t.staffDesk.documentNumber
  if (question === 'money-moved')
    return staffCase.tender !== null && isDriven(staffCase.tender) ? t.staffDesk.approval : null
  if (question === 'payment-unresolved') return t.staffDesk.approval
  if (question === 'payment-found' || question === 'refund-open') return t.staffDesk.refundNumber
  if (question === 'pay-back') return lookFirst(staffCase) ? null : t.staffDesk.receipt
  return ['payment-open', 'restart', 'storage-full', 'purchase-refused', 'ledger-hub', 'note-unallocated'].includes(
    question,
  )
    ? null
    : t.staffDesk.note
}

/** Returns whether the booking service must be queried again before money is paid out. */
function lookFirst(staffCase: StaffCase): boolean {
  return staffCase.question === 'pay-back' && (staffCase.look === 'wanted' || staffCase.look === 'asking')
}

export function warningsFor(staffCase: StaffCase, { t, money }: I18n): readonly string[] {
  const failed = 'over' in staffCase && staffCase.over?.asked === null ? staffCase.over.failed : null
  const refused = failed ? [t.staffDesk.refundFailed(failed.by, failed.reason)] : []
  if (!('saleId' in staffCase)) return refused
  const { question, rowsLost, look, fenced, asking, differs } = staffCase
  const texts = t.staffDesk
  return [
    ...refused,
    // An earlier answer may already have been carried out; the ledger rows that would show it are lost.
    ...((question === 'pay-back' || question === 'tickets-mismatched') && rowsLost ? [texts.rowsLost] : []),
    ...(look === 'unreachable' ? [texts.notAsked] : []),
    ...(look === 'shown' ? [texts.ticketsShown] : []),
    ...(fenced === false ? [texts.mayStillSell] : []),
    ...(asking ? [texts.stillAsked] : []),
    ...(differs ? [texts.tookOtherwise(money(differs.amount, differs.currency))] : []),
  ]
}

interface OfferedAnswer {
  readonly label: string
  readonly icon?: IconName
  readonly answer: StaffAnswer
  /** True if a required input is missing. */
  readonly missing?: boolean
  /** True if an approver is required. */
  readonly byTwo?: true
}

/**
 * Returns the approval number that was rejected because another payment has the same number, or null. If staff enter
 * the number a second time, it is accepted.
 */
export function duplicateApprovalOf(answer: StaffAnswer, problem: Problem | null): string | null {
  return problem?.type === 'approval-known' && answer.type === 'money-moved' ? (answer.approval ?? null) : null
}

/** Returns the answers about an unallocated banknote. A banknote of unknown value cannot be paid out. */
function strayAnswers({ amount }: StrayNoteCase, texts: I18n['t']['staffDesk']): readonly OfferedAnswer[] {
  const kept = { label: texts.strayKept, answer: { type: 'unallocated-note-settled', paidOut: false } } as const
  const paid = {
    label: texts.strayPaidOut,
    icon: 'cash',
    answer: { type: 'unallocated-note-settled', paidOut: true },
  } as const
  return amount === null ? [kept] : [paid, kept]
}

/** Returns the answers about a payment. A document needs its number and an approver. */
function moneyAnswers(
  staffCase: StaffCase,
  number: string,
  doubted: string | null,
  texts: I18n['t']['staffDesk'],
): readonly OfferedAnswer[] {
  const byTwo = isOfDocument(staffCase)
  const read = number === '' ? null : (byTwo ? readDocumentNumber : readApproval)(number)
  const again = read?.ok && read.value === doubted
  const approval = read?.ok ? { approval: read.value, ...(again && { again }) } : {}
  return [
    {
      label: texts.moneyMoved,
      answer: { type: 'money-moved', moved: true, ...approval },
      missing: byTwo ? !read?.ok : read?.ok === false,
      ...(byTwo && { byTwo }),
    },
    { label: texts.moneyNotMoved, answer: { type: 'money-moved', moved: false } },
  ]
}

/** Returns the answers offered for a case, the most likely answer first. */
export function answersTo(
  staffCase: StaffCase,
  number: string,
  doubted: string | null,
  { t }: I18n,
): readonly OfferedAnswer[] {
  const texts = t.staffDesk
  const byHand = { answer: { type: 'settled-manually', reference: number } } as const
  const answer = { type: 'paid-back', reference: number } as const
  const overIt = 'over' in staffCase && staffCase.over?.offered && staffCase.tender
  const paidBack: readonly OfferedAnswer[] = [
    ...(overIt
      ? [{ label: texts.refundOver(t.desk.tenders[overIt]), answer: { type: 'refund-over' }, byTwo: true } as const]
      : []),
    { label: texts.paidBack, icon: 'cash', answer, missing: number === '' },
  ]
  const handedOut = { ...byHand, label: texts.handedOut, missing: number === '' }
  const unlessOneOf = 'onePurchase' in staffCase ? [] : [handedOut]
  switch (staffCase.question) {
    case 'money-moved':
    case 'payment-unresolved':
      return moneyAnswers(staffCase, number, doubted, texts)
    case 'tickets-mismatched':
      return [
        { label: texts.askAgain, answer: { type: 'ask-again' } },
        { label: texts.giveBack, icon: 'cash', answer: { type: 'give-back' } },
        ...unlessOneOf,
      ]
    case 'service-unreachable':
      return [{ label: texts.giveBack, icon: 'cash', answer: { type: 'give-back' } }, ...unlessOneOf]
    case 'reprint':
      return [{ label: texts.reprint, icon: 'printer', answer: { type: 'reprint' } }, handedOut]
    case 'collect':
      return [{ label: texts.printNow, icon: 'printer', answer: { type: 'reprint' } }, handedOut]
    case 'paper-out':
      return [
        { label: texts.paperSeen, answer: { type: 'print-scanned' } },
        { label: texts.paperNotSeen, icon: 'printer', answer: { type: 'reprint' } },
        handedOut,
      ]
    case 'pay-back':
      if (lookFirst(staffCase)) return [{ label: texts.askLast, answer: { type: 'ask-again' } }]
      return paidBack
    case 'payment-found':
      return paidBack
    case 'refund-open':
      return [
        { label: texts.refundMade, answer: { type: 'refund-made', reference: number }, missing: number === '' },
        { label: texts.refundNotMade, answer: { type: 'refund-not-made' } },
      ]
    case 'unreconciled':
      return [
        { ...byHand, label: texts.settled },
        { label: texts.askAgain, answer: { type: 'ask-again' } },
      ]
    case 'ledger-gap':
    case 'ledger-key':
      return [{ label: texts.settled, answer: { type: 'gap-settled', reference: number } }]
    case 'note-unallocated':
      return strayAnswers(staffCase, texts)
    case 'rows-lost':
      return [{ ...byHand, label: texts.settled }]
    case 'ledger-hub':
    case 'payment-open':
    case 'restart':
    case 'storage-full':
    case 'purchase-refused':
      return []
  }
}

function factsOf(staffCase: StaffCase, i18n: I18n): readonly Fact[] {
  if ('payment' in staffCase) return [...paymentFacts(staffCase, i18n), ...refundFacts(staffCase, i18n)]
  switch (staffCase.question) {
    case 'ledger-gap':
      return gapFacts(staffCase, i18n)
    case 'note-unallocated':
      return strayFacts(staffCase, i18n)
    case 'ledger-key':
      return keyFacts(staffCase, i18n)
    case 'ledger-hub':
      return hubFacts(staffCase, i18n)
    default:
      return [...saleFacts(staffCase, i18n), ...refundFacts(staffCase, i18n)]
  }
}

interface Fact {
  readonly label: string
  readonly value: string
  /** True if the value is a seat, a code or a reference. */
  readonly isCode?: boolean
}

function gapFacts(gap: GapCase, { t, instant }: I18n): readonly Fact[] {
  const { gapSince, gapFound, gapRows, gapRowsAtLeast, gapRemembered, memory } = t.staffDesk
  return [
    { label: gapSince, value: instant(gap.sinceUtc) },
    { label: gapFound, value: instant(gap.foundUtc) },
    { label: gapRows, value: gapRowsAtLeast(gap.rows) },
    { label: gapRemembered, value: gap.remembered.map(memory).join(' · ') },
  ].filter(({ value }) => value !== '')
}

function keyFacts(key: KeyCase, { t, instant }: I18n): readonly Fact[] {
  return [
    { label: t.staffDesk.gapSince, value: instant(key.sinceUtc) },
    { label: t.staffDesk.gapFound, value: instant(key.foundUtc) },
    { label: t.staffDesk.newKey, value: key.keyId.replace(/.{4}(?=.)/gu, '$& '), isCode: true },
  ]
}

function strayFacts({ amount, currency, foundUtc }: StrayNoteCase, { t, money, instant }: I18n): readonly Fact[] {
  return [
    { label: t.staff.amount, value: amount === null ? t.staffDesk.strayUnknown : money(amount, currency) },
    { label: t.staffDesk.strayFound, value: instant(foundUtc) },
  ]
}

function hubFacts(hub: HubCase, { t, digits }: I18n): readonly Fact[] {
  return [
    { label: t.staffDesk.hubSays, value: t.staffDesk.hubDoubt(hub.doubt) },
    { label: t.staffDesk.hubRow, value: digits(String(hub.seq)) },
  ]
}

const tenderName = (tender: TenderKind | null, { desk, staffDesk }: I18n['t']): string =>
  tender === null ? staffDesk.unknownTender : desk.tenders[tender]

function paymentFacts(payment: PaymentCase, i18n: I18n): readonly Fact[] {
  const { t, money } = i18n
  const { reference, code, amount, currency, tender, paymentReference, approval } = payment
  return [
    { label: t.staff.amount, value: money(amount, currency) },
    { label: t.staffDesk.paidBy, value: tenderName(tender, t) },
    { label: t.staffDesk.operatorNumber, value: approval, isCode: true },
    { label: t.staffDesk.paymentReference, value: paymentReference, isCode: true },
    { label: t.coupon.event, value: eventAndDate(payment, i18n) },
    { label: t.staff.reference, value: inHalves(code), isCode: true },
    { label: t.staffDesk.order, value: reference, isCode: true },
  ].filter(({ value }) => value !== '')
}

function saleFacts(sale: SaleCase, i18n: I18n): readonly Fact[] {
  const { t, money } = i18n
  const { reference, seatCodes, amount, currency, tender, paymentReference, ownerRef, shown, code } = sale
  return [
    { label: t.staff.amount, value: money(amount, currency) },
    { label: t.staffDesk.paidBy, value: tenderName(tender, t) },
    { label: t.coupon.event, value: eventAndDate(sale, i18n) },
    { label: t.coupon.seats, value: seatCodes.join(' · '), isCode: true },
    ...(shown === null ? [] : [{ label: t.staffDesk.shown, value: shown || t.staffDesk.shownNothing }]),
    { label: t.staff.reference, value: inHalves(code), isCode: true },
    { label: t.staffDesk.order, value: reference, isCode: true },
    ...(paymentReference === null || paymentReference === reference
      ? []
      : [{ label: t.staffDesk.paymentReference, value: paymentReference, isCode: true }]),
    ...(shown === null || reference === ownerRef
      ? []
      : [{ label: t.staffDesk.ownerRef, value: ownerRef, isCode: true }]),
  ].filter(({ value }) => value !== '')
}

/** Returns the facts that identify the refund on the provider's page. */
function refundFacts({ over }: SaleCase | PaymentCase, { t, instant }: I18n): readonly Fact[] {
  if (!over?.asked) return []
  return [
    { label: t.staffDesk.refundReference, value: over.asked.reference, isCode: true },
    { label: t.staffDesk.refundSince, value: instant(over.asked.sinceUtc) },
  ]
}

interface StaffCaseFactsProps {
  readonly staffCase: StaffCase
  readonly className?: string | undefined
}

export function StaffCaseFacts({ staffCase, className = styles.facts }: StaffCaseFactsProps) {
  const i18n = useI18n()
  return (
    <dl className={className}>
      {factsOf(staffCase, i18n).map(({ label, value, isCode }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-code={isCode}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
