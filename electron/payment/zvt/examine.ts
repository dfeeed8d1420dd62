import { isClockOff } from '../../../shared/domain/fleet/readiness.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import { plainWord } from '../http/plain-word.ts'
import { atTerminal, type Outside, type Reach } from './terminal.ts'
import { written } from './words.ts'

const BUSY = 0x9c

/** Registers, asks how it is, and prints nothing: no money moves. */
export async function examineTerminal(reach: Reach): Promise<readonly ExaminationFinding[]> {
  const { signal } = new AbortController()
  const entered = await atTerminal(reach, signal, async (terminal): Promise<readonly ExaminationFinding[]> => {
    const { currency = reach.access.currency, terminal: device } = terminal.registered
    const condition = await terminal.condition()
    return [
      { step: 'address', finding: 'ok' },
      findingOfClock(condition?.moment, reach),
      { step: 'access', finding: 'ok' },
      condition === null
        ? { step: 'device', finding: 'not-tried' }
        : {
            step: 'device',
            finding: condition.idle ? 'ok' : 'busy',
            code: written(condition.code),
            ...(device !== undefined && { device }),
          },
      { step: 'currency', finding: 'ok', currency },
    ]
  })
  return entered.in ? entered.value : findingsOutside(entered.why)
}

function findingsOutside(why: Outside): readonly ExaminationFinding[] {
  const rest = (...steps: readonly ExaminationFinding['step'][]): readonly ExaminationFinding[] =>
    steps.map((step) => ({ step, finding: 'not-tried' }))
  const ok = { step: 'address', finding: 'ok' } as const
  switch (why.is) {
    case 'no-answer':
      return [
        { step: 'address', finding: 'no-answer', code: plainWord(why.code) },
        ...rest('clock', 'access', 'device', 'currency'),
      ]
    case 'turned-away':
      // It does something just now; whether it lets this machine in, it says once that is over.
      if (why.code === BUSY)
        return [ok, ...rest('clock', 'access'), { step: 'device', finding: 'busy' }, ...rest('currency')]
      return [
        ok,
        ...rest('clock'),
        { step: 'access', finding: 'refused', code: written(why.code) },
        ...rest('device', 'currency'),
      ]
    case 'other-currency':
      return [
        ok,
        ...rest('clock'),
        { step: 'access', finding: 'ok' },
        ...rest('device'),
        { step: 'currency', finding: 'other-currency', currency: plainWord(why.currency) },
      ]
  }
}

const HOUR_MS = 3_600_000

/** Of `20230405225655`, by the time zone of this machine, in which a terminal stands. */
function findingOfClock(moment: string | undefined, { clock }: Pick<Reach, 'clock'>): ExaminationFinding {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/u.exec(moment ?? '')?.slice(1) ?? []
  const [year, month, day, hour, minute, second] = parts
  if (year === undefined) return { step: 'clock', finding: 'not-tried' }
  const theirs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(theirs)) return { step: 'clock', finding: 'not-tried' }
  const now = Date.parse(clock.now().wallUtc)
  // Around the end of summer time an hour comes twice: the terminal's time is read as the nearer one.
  const [seconds = 0] = [now - 3 * HOUR_MS, now + 3 * HOUR_MS]
    .map((at) => Math.round((now - theirs) / 1000) - new Date(at).getTimezoneOffset() * 60)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other))
  return { step: 'clock', finding: isClockOff(seconds) ? 'clock-off' : 'ok', seconds }
}
