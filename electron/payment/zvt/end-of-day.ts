import type { DayRefusal, DaySum } from '../../../shared/domain/money/terminal-day.ts'
import type { DayEnd } from '../../core/ports/devices.ts'
import type { Line } from '../http/exchange.ts'
import type { Printed } from './printing.ts'
import { endOfDay } from './requests.ts'
import type { Told } from './status.ts'
import { atTerminal, type Done, type Reach } from './terminal.ts'
import { refusalOf, written } from './words.ts'

/** Its bank takes a day's payments over, one by one where it has to. */
const CLOSE_MS = 300_000

/** More than any terminal's report has that people read. */
const MOST_LINES = 120

/** Hands the terminal's payments over to its bank. */
export async function closeDay(reach: Reach, stopping: AbortSignal): Promise<DayEnd> {
  const done = await atTerminal(reach, stopping, async (terminal) => {
    const ended = await terminal.run(endOfDay(reach.access.password), { patienceMs: CLOSE_MS })
    return dayEndOf(ended, terminal.registered.currency ?? reach.access.currency, reach)
  })
  if (done.in) return done.value
  reach.log.warn('terminal-day.unreachable', { provider: 'zvt', why: done.why.is })
  return { outcome: 'unavailable' }
}

/** Only its own completion says that it is done; what it told on the way may not contradict that. */
function dayEndOf({ ended, told, receipts }: Done, own: string, { log }: Pick<Line, 'log'>): DayEnd {
  if (ended.is === 'lost') return { outcome: 'unknown' }
  const results = new Set(told.flatMap((each) => each?.result ?? []))
  if (ended.is === 'completed')
    return results.size === 0 || (results.size === 1 && results.has(0))
      ? { outcome: 'closed', told: sumOf(told, own), lines: linesOf(receipts) }
      : { outcome: 'unknown' }
  if (results.has(0)) return { outcome: 'unknown' }
  const code = ended.is === 'turned-away' ? ended.code : (told.at(-1)?.result ?? ended.data[0] ?? 0)
  log.warn('terminal-day.refused', { provider: 'zvt', code: written(code) })
  return { outcome: 'refused', reason: reasonOf(code) }
}

function reasonOf(code: number): DayRefusal {
  const reason = refusalOf(code)
  return reason === 'provider-down' || reason === 'not-set-up' ? reason : 'declined'
}

/** Null where it told none, one that cannot be read, or two of them. */
function sumOf(told: readonly (Told | null)[], own: string): DaySum | null {
  const sums = told.map((each) => (each?.amount === undefined ? null : `${each.amount} ${each.currency ?? own}`))
  const [first] = told
  if (new Set(sums).size !== 1 || first?.amount === undefined) return null
  return { amount: first.amount, currency: first.currency ?? own }
}

const linesOf = (receipts: readonly Printed[]): readonly string[] =>
  receipts.flatMap(({ lines }) => lines).slice(0, MOST_LINES)
