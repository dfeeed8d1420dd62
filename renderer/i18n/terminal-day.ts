import { dayDifference, type TerminalDay } from '../../shared/domain/money/terminal-day.ts'
import type { ShiftView } from '../../shared/kiosk-api/views.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText } from './problem-text.ts'

/** What is still to be done at the terminals, and why; null: nothing. */
export function daysDueText({ t }: I18n, due: readonly TerminalDay[]): ProblemText | null {
  const said = new Set(due.map((day) => dueText(t.shift.terminalDay, day)))
  return said.size > 0 ? { title: t.shift.terminalDay.title, body: [...said].join(' ') } : null
}

/** Texts shown while a report is being made or a card terminal ends its day. */
export type ReportWait = 'report' | 'day' | 'day-and-report'

export function waitText({ t }: I18n, wait: ReportWait): string {
  const { terminalDay, reporting } = t.shift
  return [...(wait === 'report' ? [] : [terminalDay.running]), ...(wait === 'day' ? [] : [reporting])].join(' ')
}

/** Returns the text to show while a report of this kind is being made. */
export function waitOf(kind: 'X' | 'Z', shift: Pick<ShiftView, 'endsTerminalDay'> | null): ReportWait {
  return kind === 'Z' && shift?.endsTerminalDay ? 'day-and-report' : 'report'
}

/** How a terminal's end of day went, with its sum beside ours. */
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
