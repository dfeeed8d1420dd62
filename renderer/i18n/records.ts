import { dayDifference, type TerminalDay } from '../../shared/domain/money/shift-report.ts'
import { shownGate } from '../../shared/domain/seats/place.ts'
import type { CreditSlipView, SlipCopyView } from '../../shared/api/kiosk/office-views.ts'
import type { SeatProposal, ShiftView } from '../../shared/api/kiosk/views.ts'
import type { Catalogue, WordedReason } from './fr/catalogue.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText } from './problem-text.ts'

/** Returns the end-of-day actions still due at the terminals, and why; null if none are due. */
export function daysDueText({ t }: I18n, due: readonly TerminalDay[]): ProblemText | null {
  const said = new Set(due.map((day) => dueText(t.shift.terminalDay, day)))
  return said.size > 0 ? { title: t.shift.terminalDay.title, body: [...said].join(' ') } : null
}

export type ReportWait = 'report' | 'day' | 'day-and-report'

export function waitText({ t }: I18n, wait: ReportWait): string {
  const { terminalDay, reporting } = t.shift
  return [...(wait === 'report' ? [] : [terminalDay.running]), ...(wait === 'day' ? [] : [reporting])].join(' ')
}

export function waitOf(kind: 'X' | 'Z', shift: Pick<ShiftView, 'endsTerminalDay'> | null): ReportWait {
  return kind === 'Z' && shift?.endsTerminalDay ? 'day-and-report' : 'report'
}

/** Returns the result of a terminal's end of day, with the terminal's total and the total in the ledger. */
export function dayText({ t, money }: I18n, day: TerminalDay): string {
  const words = t.shift.terminalDay
  const { standing, told, ours } = day
  if (standing !== 'closed') return dueText(words, day)
  const difference = dayDifference(day)
  if (told === null || difference === null) return `${words.done} ${words.untold}`
  const own = ours.find(({ currency }) => currency === told.currency)?.amount ?? 0
  const found = difference === 0 ? words.exact : words.difference(money(difference, told.currency))
  const sums = words.sums(money(told.amount, told.currency), money(own, told.currency))
  return `${words.done} ${sums} · ${found}`
}

type Words = I18n['t']['shift']['terminalDay']

function dueText({ due, refused }: Words, { standing, reason }: TerminalDay): string {
  if (standing === 'refused') return refused[reason === '' ? 'declined' : reason]
  return due[standing === 'closed' ? 'not-asked' : standing]
}

export function slipCopyText({ t }: Pick<I18n, 't'>, { paper, copies }: SlipCopyView): string {
  return t.shift.slipCopy.out[paper](copies)
}

export function slipFacts(
  { t, instant }: Pick<I18n, 't' | 'instant'>,
  { issuedUtc, copies, doubtful, elsewhere }: CreditSlipView,
): string {
  return [
    instant(issuedUtc),
    ...(copies > 0 ? [t.shift.slipCopy.copies(copies)] : []),
    ...(elsewhere ? [t.office.slips.elsewhere[elsewhere]] : []),
    ...(doubtful ? [t.office.slips.doubtful] : []),
  ].join(' · ')
}

/**
 * Returns a sentence that explains an offer of seats. Omits the stand's name, because it is shown above the sentence.
 */
export function whyOffered(texts: Catalogue['offers'], { seats, groups, rows, reasons }: SeatProposal): string {
  const [first] = seats
  if (!first) return ''
  const { tribune, gate } = first.place
  const zone = first.zoneName === tribune.name ? '' : first.zoneName
  const isWorded = (reason: SeatProposal['reasons'][number]): reason is WordedReason =>
    reason !== 'other-tribune' && (reason !== 'dearer-zone' || zone !== '')
  const about = { count: seats.length, groups, rows, gate: shownGate(gate), zone }
  return texts.because(reasons.filter(isWorded).map((reason) => texts.reason(reason, about)))
}
