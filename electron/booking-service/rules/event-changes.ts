import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { AuditEntry, EventChanges, EventProblem, EventTexts, EventWrong } from '../store/changes.ts'
import type { EventDraft, SalesEvent } from '../store/store.ts'

/** What an event may say, and how it is changed while it is on sale: the same for every store. */

/** What partners read of them at most. */
const LONGEST = { title: 200, homeTeam: 100, awayTeam: 100, category: 100, description: 2_000 } as const

/** What is wrong with the texts of an event that is made, or of those that are changed. */
export function eventProblems(
  texts: EventTexts,
  changed: Partial<EventTexts>,
  localNow: string,
): readonly EventProblem[] {
  const problems: EventProblem[] = []
  if (texts.title.trim() === '') problems.push({ type: 'empty', field: 'title' })
  for (const [field, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
    if (texts[field].length > most) problems.push({ type: 'too-long', field, most })
  }
  const times = (['startsAt', 'endsAt'] as const).map((field) => ({ field, text: texts[field] }))
  const unreadable = times.filter(({ text }) => !isDateTime(text))
  problems.push(...unreadable.map((time) => ({ type: 'not-a-date-time', ...time }) as const))
  if (unreadable.length > 0) return problems
  const { startsAt, endsAt } = texts
  if (endsAt <= startsAt) problems.push({ type: 'ends-before-it-starts', startsAt, endsAt })
  const past = times.filter(({ field, text }) => changed[field] !== undefined && text <= localNow)
  return [...problems, ...past.map((time) => ({ type: 'past', ...time }) as const)]
}

/** `2026-12-05T16:00:00`, of a day that there is. */
function isDateTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u.test(text)) return false
  const time = Date.parse(`${text}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** An event as it is after its changes; `before` and `after` name what is different, for the audit. */
export interface ChangedEvent {
  readonly texts: EventTexts
  readonly zones: SalesEvent['zones']
  readonly minPrice: number
  readonly before: Readonly<Record<string, string | number>>
  readonly after: Readonly<Record<string, string | number>>
}

export function changedEvent(
  current: EventTexts,
  { zones }: Pick<SalesEvent, 'zones'>,
  { texts: wanted, prices }: EventChanges,
  localNow: string,
): Result<ChangedEvent, EventWrong> {
  const texts = { ...current, ...wanted }
  const codes = zones.map(({ code }) => code)
  const problems = [
    ...eventProblems(texts, wanted, localNow),
    ...Object.keys(prices)
      .filter((zone) => !codes.includes(zone))
      .map((zone) => ({ type: 'zone-unknown', zone, zones: codes }) as const),
  ]
  const priced = zones.map((zone) => ({ ...zone, price: prices[zone.code] ?? zone.price }))
  const [before, after] = [factsOf(current, zones), factsOf(texts, priced)]
  const different = Object.keys(after).filter((name) => before[name] !== after[name])
  if (problems.length === 0 && different.length === 0) problems.push({ type: 'nothing-changes' })
  if (problems.length > 0) return err({ type: 'event-wrong', problems })
  const only = (facts: Readonly<Record<string, string | number>>) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => different.includes(name)))
  const minPrice = Math.min(...priced.map(({ price }) => price))
  return ok({ texts, zones: priced, minPrice, before: only(before), after: only(after) })
}

function factsOf(texts: EventTexts, zones: SalesEvent['zones']): Record<string, string | number> {
  return { ...texts, ...Object.fromEntries(zones.map(({ code, price }) => [`price ${code}`, price])) }
}

/** Of an event that is put on sale, for the audit: what it says and costs, without its access code. */
export function factsOfNew({ title, startsAt, prices }: EventDraft): AuditEntry['facts'] {
  return {
    title,
    startsAt,
    ...Object.fromEntries(Object.entries(prices).map(([zone, price]) => [`price ${zone}`, price])),
  }
}
