import { readApproval } from '../../shared/domain/desk/typed-numbers.ts'
import { isDriven, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { Result } from '../../shared/domain/result.ts'
import { inHalves } from '../../shared/domain/sale/collection-code.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import type {
  GapCase,
  HubCase,
  KeyCase,
  PaymentCase,
  SaleCase,
  StaffCase,
  StrayNoteCase,
} from '../../shared/kiosk-api/staff-cases.ts'
import type { Invoke } from '../app/client.ts'
import type { Credentials } from '../app/office-pages.ts'
import type { Problem } from '../app/problem.ts'
import { eventAndDate } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import type { Second } from './drawer.ts'
import type { IconName } from './icon.tsx'
import styles from './staff-case/staff-case-facts.module.css'

/** To a sale's question, about a refund over its provider, or that a gap of the ledger was looked into. */
export type StaffAnswer =
  | CommandInput<'settleStaffCase'>['answer']
  | { readonly type: 'gap-settled'; readonly reference: string }
  /** Whose a note was that no sale took. */
  | { readonly type: 'stray-settled'; readonly paidOut: boolean }
  /** The provider is to give it back. */
  | { readonly type: 'refund-over' }
  /** What staff saw on the provider's page of a refund that is under way. */
  | { readonly type: 'refund-made'; readonly reference: string }
  | { readonly type: 'refund-not-made' }

/** Tells one case from the others. */
export function keyOf(staffCase: StaffCase): string {
  if ('payment' in staffCase) return staffCase.payment
  return 'saleId' in staffCase ? staffCase.saleId : `${staffCase.question} ${staffCase.seq}`
}

/** Writes an answer down, as a sale's, an open payment's or the ledger's; null where the case takes no such answer. `second` answers for it, too, where two have to. */
export function settleCase(
  invoke: Invoke,
  who: Credentials,
  settled: StaffCase,
  answer: StaffAnswer,
  second?: Second,
): Promise<Result<readonly StaffCase[], Problem>> | null {
  const over = 'over' in settled ? settled.over : undefined
  if (answer.type === 'refund-over')
    return over && second ? invoke('askRefund', { ...who, second, payment: over.payment }) : null
  if (answer.type === 'refund-made' || answer.type === 'refund-not-made') {
    const receipt = answer.type === 'refund-made' ? answer.reference : null
    return over?.asked ? invoke('settleRefund', { ...who, refund: over.asked.reference, receipt }) : null
  }
  if (answer.type === 'stray-settled')
    return settled.question === 'stray-note'
      ? invoke('settleStrayNote', { ...who, seq: settled.seq, paidOut: answer.paidOut })
      : null
  if (answer.type === 'gap-settled')
    return 'seq' in settled
      ? invoke('settleLedgerGap', { ...who, seq: settled.seq, reference: answer.reference })
      : null
  if ('payment' in settled) return invoke('settleOpenPayment', { ...who, payment: settled.payment, answer })
  return 'saleId' in settled ? invoke('settleStaffCase', { ...who, saleId: settled.saleId, answer }) : null
}

/** The question, as it is put. */
export function questionText(staffCase: StaffCase, { t, money }: I18n): string {
  if (staffCase.question === 'pay-back' && staffCase.look === 'wanted') return t.staffDesk.lookFirst
  if (staffCase.question !== 'money-moved') return t.staffDesk.question(staffCase.question)
  return t.staffDesk.moneyMovedQuestion(staffCase.tender, money(staffCase.amount, staffCase.currency), t.desk.tenders)
}

/** What is written down with the answer; null where nothing is. */
export function numberLabel(staffCase: StaffCase, { t }: I18n): string | null {
  const { question } = staffCase
  if (question === 'money-moved')
    return staffCase.tender !== null && isDriven(staffCase.tender) ? t.staffDesk.approval : null
  if (question === 'payment-unanswered') return t.staffDesk.approval
  if (question === 'payment-found' || question === 'refund-open') return t.staffDesk.refundNumber
  if (question === 'pay-back') return lookFirst(staffCase) ? null : t.staffDesk.receipt
  return ['payment-open', 'restart', 'storage-full', 'purchase-refused', 'ledger-hub', 'stray-note'].includes(question)
    ? null
    : t.staffDesk.note
}

/** No money is handed out before the service was asked once more. */
function lookFirst(staffCase: StaffCase): boolean {
  return staffCase.question === 'pay-back' && (staffCase.look === 'wanted' || staffCase.look === 'asking')
}

/** What to mind before it is answered. */
export function warningsFor(staffCase: StaffCase, { t, money }: I18n): readonly string[] {
  const failed = 'over' in staffCase && staffCase.over?.asked === null ? staffCase.over.failed : null
  const refused = failed ? [t.staffDesk.refundFailed(failed.by, failed.reason)] : []
  if (!('saleId' in staffCase)) return refused
  const { question, rowsLost, look, fenced, asking, differs } = staffCase
  const texts = t.staffDesk
  return [
    ...refused,
    // Its answer may have been carried out already: the rows that would tell are lost.
    ...((question === 'pay-back' || question === 'tickets-differ') && rowsLost ? [texts.rowsLost] : []),
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
  /** Something has to be entered before. */
  readonly missing?: boolean
  /** Somebody else answers for it, too. */
  readonly byTwo?: true
}

/** The number that was refused because another payment has it: given once more, it is meant. */
export function doubtedBy(answer: StaffAnswer, problem: Problem | null): string | null {
  return problem?.type === 'approval-known' && answer.type === 'money-moved' ? (answer.approval ?? null) : null
}

/** Nobody is paid for a note of which nobody knows the value. */
function strayAnswers({ amount }: StrayNoteCase, texts: I18n['t']['staffDesk']): readonly OfferedAnswer[] {
  const kept = { label: texts.strayKept, answer: { type: 'stray-settled', paidOut: false } } as const
  const paid = { label: texts.strayPaidOut, icon: 'cash', answer: { type: 'stray-settled', paidOut: true } } as const
  return amount === null ? [kept] : [paid, kept]
}

/** The likeliest one first. */
export function answersTo(
  staffCase: StaffCase,
  number: string,
  doubted: string | null,
  { t }: I18n,
): readonly OfferedAnswer[] {
  const texts = t.staffDesk
  const byHand = { answer: { type: 'settled-by-hand', reference: number } } as const
  const answer = { type: 'paid-back', reference: number } as const
  const overIt = 'over' in staffCase && staffCase.over?.offered && staffCase.tender
  const paidBack: readonly OfferedAnswer[] = [
    ...(overIt
      ? [{ label: texts.refundOver(t.desk.tenders[overIt]), answer: { type: 'refund-over' }, byTwo: true } as const]
      : []),
    { label: texts.paidBack, icon: 'cash', answer, missing: number === '' },
  ]
  const handedOut = { ...byHand, label: texts.handedOut, missing: number === '' }
  switch (staffCase.question) {
    case 'money-moved':
    case 'payment-unanswered': {
      const read = number === '' ? null : readApproval(number)
      const again = read?.ok && read.value === doubted
      const approval = read?.ok ? { approval: read.value, ...(again && { again }) } : {}
      return [
        {
          label: texts.moneyMoved,
          answer: { type: 'money-moved', moved: true, ...approval },
          missing: read?.ok === false,
        },
        { label: texts.moneyNotMoved, answer: { type: 'money-moved', moved: false } },
      ]
    }
    case 'tickets-differ':
      return [
        { label: texts.askAgain, answer: { type: 'ask-again' } },
        { label: texts.giveBack, icon: 'cash', answer: { type: 'give-back' } },
        handedOut,
      ]
    case 'service-unreachable':
      return [{ label: texts.giveBack, icon: 'cash', answer: { type: 'give-back' } }, handedOut]
    case 'reprint':
      return [{ label: texts.reprint, icon: 'printer', answer: { type: 'reprint' } }, handedOut]
    case 'collect':
      return [{ label: texts.printNow, icon: 'printer', answer: { type: 'reprint' } }, handedOut]
    case 'paper-out':
      return [
        { label: texts.paperSeen, answer: { type: 'paper-seen' } },
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
    case 'stray-note':
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

/** What a case is, for those who have to settle it. */
function factsOf(staffCase: StaffCase, i18n: I18n): readonly Fact[] {
  if ('payment' in staffCase) return [...paymentFacts(staffCase, i18n), ...refundFacts(staffCase, i18n)]
  switch (staffCase.question) {
    case 'ledger-gap':
      return gapFacts(staffCase, i18n)
    case 'stray-note':
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
  /** True for a seat, a code or a reference; absent: false. */
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

/** By which the refund is found on the provider's page. */
function refundFacts({ over }: SaleCase | PaymentCase, { t, instant }: I18n): readonly Fact[] {
  if (!over?.asked) return []
  return [
    { label: t.staffDesk.refundReference, value: over.asked.reference, isCode: true },
    { label: t.staffDesk.refundSince, value: instant(over.asked.sinceUtc) },
  ]
}

interface StaffCaseFactsProps {
  readonly staffCase: StaffCase
  /** How the list stands on the page that shows it. */
  readonly className?: string | undefined
}

/** What a case is, for those who have to settle it. */
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
