import type { TerminalDay } from '../../../shared/domain/money/terminal-day.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import {
  type Clock,
  type Ids,
  type Log,
  type Ports,
  type TerminalDayBook,
  type TerminalPlace,
  within,
} from '../ports/ports.ts'
import type { TenderDriver } from '../ports/devices.ts'

export interface TerminalDaysPorts {
  readonly book: TerminalDayBook
  readonly tenders: Ports['tenders']
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly log: Log
}

/** Maximum time in milliseconds to wait for a terminal before a report is made. */
const WAIT_MS = 60_000

interface Terminal {
  readonly place: TerminalPlace
  readonly runEndOfDay: Required<TenderDriver>['runEndOfDay']
}

export class TerminalDays {
  readonly #ports: TerminalDaysPorts
  readonly #terminals: readonly Terminal[]
  readonly #stopping = new AbortController()
  /** End-of-day closings in progress, by tender. */
  readonly #running = new Map<TenderKind, Promise<void>>()

  constructor(ports: TerminalDaysPorts) {
    this.#ports = ports
    this.#terminals = Object.entries(ports.tenders).flatMap(([kind, driver]) => {
      const runEndOfDay = driver?.runEndOfDay?.bind(driver)
      return runEndOfDay
        ? [{ runEndOfDay, place: { kind: kind as TenderKind, driver: driver.name, host: driver.host } }]
        : []
    })
  }

  hasTerminals(): boolean {
    return this.#terminals.length > 0
  }

  /** Returns the terminal days that have not been closed yet. */
  due(): readonly TerminalDay[] {
    return this.#terminals.flatMap(({ place }) => this.#ports.book.due(place) ?? [])
  }

  /** Resolves when all terminals have replied, or at the timeout; later replies are still journalled. */
  async close(which: 'all' | 'due', staffId: string | null): Promise<void> {
    const { book, clock } = this.#ports
    const wanted = this.#terminals.filter(({ place }) => which === 'all' || book.due(place) !== null)
    if (wanted.length === 0 || this.#stopping.signal.aborted) return
    await within(clock, WAIT_MS, Promise.all(wanted.map((terminal) => this.#begin(terminal, staffId))))
  }

  /** Stops waiting for terminals. The result of a closing in progress is then unknown. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  #begin(terminal: Terminal, staffId: string | null): Promise<void> {
    const running = this.#running.get(terminal.place.kind)
    if (running) return running
    const closing = this.#closeDay(terminal, staffId).finally(() => this.#running.delete(terminal.place.kind))
    this.#running.set(terminal.place.kind, closing)
    return closing
  }

  async #closeDay({ place, runEndOfDay: closeDay }: Terminal, staffId: string | null): Promise<void> {
    const { book, ids, log } = this.#ports
    const { signal } = this.#stopping
    const day = ids.uuid()
    try {
      book.ask(day, place, staffId)
      const end = await closeDay(signal)
      if (signal.aborted) return
      book.note(day, end)
      log.info('terminal-day.ended', { driver: place.driver, outcome: end.outcome })
    } catch (error) {
      log.error('terminal-day.failed', error)
    }
  }
}
