import type { TerminalDay } from '../../../shared/domain/money/terminal-day.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { Clock, Ids, Log, Ports, TerminalDayBook, TerminalPlace } from '../ports/ports.ts'
import type { TenderDriver } from '../ports/devices.ts'

/** The ends of day of the card terminals that have to be told. */
export interface TerminalDays {
  /** Those that are still to be made. */
  due(): readonly TerminalDay[]
  /** Whether a Z ends the day of a terminal. */
  hasTerminals(): boolean
  /**
   * Tells every terminal, with a Z, or those whose end is due. Resolves when all have answered, or people have waited long enough: what
   * they say after that is journalled when it comes.
   */
  close(which: 'all' | 'due', staffId: string | null): Promise<void>
  /** Waits for no answer any more; it is unknown then. */
  stop(): Promise<void>
}

export interface TerminalDaysPorts {
  readonly book: TerminalDayBook
  readonly tenders: Ports['tenders']
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly log: Log
}

/** A bank takes seconds; a report is not kept back for one that takes longer. */
const WAIT_MS = 60_000

type DayCloser = TenderDriver & Required<Pick<TenderDriver, 'closeDay'>>

export function terminalDays({ book, tenders, clock, ids, log }: TerminalDaysPorts): TerminalDays {
  const stopping = new AbortController()
  /** By tender, those that are at it. */
  const running = new Map<string, Promise<void>>()

  const closers = Object.entries(tenders).flatMap(([kind, driver]) =>
    driver && closesDays(driver) ? [{ kind: kind as TenderKind, driver }] : [],
  )
  const placeOf = ({ kind, driver: { name, host } }: (typeof closers)[number]): TerminalPlace => ({
    kind,
    driver: name,
    host,
  })

  /** In the ledger before and after. */
  async function tell(terminal: (typeof closers)[number], staffId: string | null): Promise<void> {
    const day = ids.uuid()
    const place = placeOf(terminal)
    try {
      book.ask(day, place, staffId)
      const end = await terminal.driver.closeDay(stopping.signal)
      if (stopping.signal.aborted) return
      book.note(day, end)
      log.info('terminal-day.ended', { driver: place.driver, outcome: end.outcome })
    } catch (error) {
      log.error('terminal-day.failed', error)
    }
  }

  /** One that is told already is not told twice. */
  function begin(terminal: (typeof closers)[number], staffId: string | null): Promise<void> {
    const before = running.get(terminal.kind)
    if (before) return before
    const told = tell(terminal, staffId).finally(() => running.delete(terminal.kind))
    running.set(terminal.kind, told)
    return told
  }

  return {
    hasTerminals: () => closers.length > 0,
    due: () => closers.flatMap((terminal) => book.due(placeOf(terminal)) ?? []),
    async close(which, staffId) {
      const wanted = closers.filter((terminal) => which === 'all' || book.due(placeOf(terminal)) !== null)
      if (wanted.length === 0 || stopping.signal.aborted) return
      const answered = new AbortController()
      const all = Promise.all(wanted.map((terminal) => begin(terminal, staffId)))
      await Promise.race([all, clock.sleep(WAIT_MS, answered.signal)])
      answered.abort()
    },
    async stop() {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

const closesDays = (driver: TenderDriver): driver is DayCloser => driver.closeDay !== undefined
