import type { ScreenSide } from '../../../shared/domain/fleet/readiness.ts'
import type { ScreenFault } from '../../../shared/api/kiosk/command.ts'
import type { LogEvent } from '../../../shared/log-line.ts'
import type { Clock, Log } from '../ports/ports.ts'

const MINUTE_MS = 60_000
/** Number of faults within a minute from which a screen counts as failing. */
const MIN_FAILING_FAULTS = 3
/** Time in milliseconds without a fault after which a failing screen has recovered. */
const RECOVERY_MS = 300_000

const RELOAD_MS = 500
const FAILING_RELOAD_MS = 30_000

const MAX_LINES_PER_MINUTE = 10
const MAX_TEXT_CHARACTERS = 200
const MAX_STACK_LINES = 40

export interface ScreenWatch {
  /** Logs the fault without personal data. Returns the delay in milliseconds before the screen reloads. */
  note(side: ScreenSide, fault: ScreenFault): { readonly reloadMs: number }
  failing(): readonly ScreenSide[]
}

/** Counts only faults that make a screen unusable; other errors are only logged. */
export function watchScreens({ clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log }): ScreenWatch {
  const faults: Record<ScreenSide, FaultCount> = { seller: noFaults, customer: noFaults }
  // The limit applies per screen, so that faults of the display do not hide faults of the seller's screen.
  const write = { seller: limitedLog(log), customer: limitedLog(log) }
  const isFailing = (side: ScreenSide, nowMs: number): boolean => {
    const { failing, recentMs } = faults[side]
    return failing && nowMs - (recentMs.at(-1) ?? 0) < RECOVERY_MS
  }

  return {
    note(side, fault) {
      const nowMs = clock.now().monoMs
      const takesScreen = fault.kind !== 'script' && fault.kind !== 'promise'
      if (takesScreen) {
        const recentMs = [...faults[side].recentMs.filter((ms) => nowMs - ms < MINUTE_MS), nowMs].slice(
          -MIN_FAILING_FAULTS,
        )
        faults[side] = { recentMs, failing: recentMs.length >= MIN_FAILING_FAULTS || isFailing(side, nowMs) }
      }
      write[side](nowMs, takesScreen ? 'screen.failed' : 'screen.script-failed', () => ({
        side,
        ...withoutData(fault),
      }))
      return { reloadMs: isFailing(side, nowMs) ? FAILING_RELOAD_MS : RELOAD_MS }
    },
    failing() {
      const nowMs = clock.now().monoMs
      return (['seller', 'customer'] as const).filter((side) => isFailing(side, nowMs))
    },
  }
}

interface FaultCount {
  /** Monotonic times, in milliseconds, of the last fault and of at most two faults in the minute before it. */
  readonly recentMs: readonly number[]
  /** Set by the third fault within a minute, and reset `RECOVERY_MS` after the last fault. */
  readonly failing: boolean
}

const noFaults: FaultCount = { recentMs: [], failing: false }

/** Limits the log to ten lines a minute; `leftOut` in a line is the number of lines omitted before it. */
function limitedLog(log: Log) {
  let linesMs: readonly number[] = []
  let leftOut = 0
  return (nowMs: number, event: LogEvent, details: () => Readonly<Record<string, unknown>>): void => {
    linesMs = linesMs.filter((ms) => nowMs - ms < MINUTE_MS)
    if (linesMs.length >= MAX_LINES_PER_MINUTE) {
      leftOut += 1
      return
    }
    linesMs = [...linesMs, nowMs]
    log.warn(event, { ...details(), ...(leftOut > 0 && { leftOut }) })
    leftOut = 0
  }
}

/** Matches from the first quotation mark to the end, because the closing mark may be missing. */
const QUOTED = /["'`“”„«‘’].*/su
const ADDRESS = /\S+@\S+/gu
/** Line of a stack trace in V8 or React, such as `at ReviewScreen (guichet://kiosk/assets/x.js:1:23)`. */
const STACK_LINE =
  /^at (?:(?:async |new )?(?<name>[\w$.<>]{1,80})(?: \[as \w{1,80}\])? )?\(?(?<place><anonymous>|[\w./:-]{1,200}:\d+:\d+)\)?$/u

/** Omits digits, mail addresses and quoted values of the message, because they may be personal data. */
function withoutData({ kind, error, message, stack }: ScreenFault) {
  const named = stack.split('\n').flatMap((line): readonly string[] => {
    const { name = '', place = '' } = STACK_LINE.exec(line.trim())?.groups ?? {}
    return place === '' ? [] : [`${name} ${place.replace(/^.*\//u, '')}`.trim()]
  })
  return {
    kind,
    error: error.replaceAll(/[^\w$-]/gu, '').slice(0, 40),
    text: message
      .replace(QUOTED, '…')
      .replaceAll(ADDRESS, '…')
      .replaceAll(/\p{Nd}+/gu, '#')
      .slice(0, MAX_TEXT_CHARACTERS),
    stack: named.slice(0, MAX_STACK_LINES),
  }
}
