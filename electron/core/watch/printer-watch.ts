import type { PrinterView } from '../../../shared/kiosk-api/views.ts'
import type { Ports } from '../ports/ports.ts'
import { printerView } from '../sale/sale-view.ts'

/** Maximum time that a screen waits for a printer's state when it opens, in milliseconds. */
const SCREEN_OPENS_WITHIN_MS = 2_000

export interface PrinterWatch {
  /** The printer's last known state, and whether the machine is waiting for it. */
  known(): PrinterView
  /** Asks it; the listener hears of a change. */
  look(): Promise<void>
  /** Asks the printer for its state. Resolves soon even without an answer; a later answer goes to the listener. */
  lookBriefly(): Promise<void>
  /** Whether another printer puts out the tickets than was known. */
  isOther(): boolean
}

/** The ticket printer, as the screens know it. */
export function watchPrinter(
  { tickets, printers, clock }: Pick<Ports, 'tickets' | 'printers' | 'clock'>,
  stopping: AbortSignal,
  onChange: (printer: PrinterView) => void,
): PrinterWatch {
  const standsIn = (): boolean => printers.standsIn() !== null
  let printer = printerView({ state: 'unknown', detail: '' }, false)
  let awaited = false
  const known = (): PrinterView => (awaited ? { ...printer, awaited } : printer)

  printers.onAwaited((now) => {
    awaited = now
    onChange(known())
  }, stopping)

  async function look(): Promise<void> {
    const before = printer
    printer = printerView(await tickets.status(), standsIn())
    const same = before.state === printer.state && before.reason === printer.reason
    if (!same || before.standsIn !== printer.standsIn) onChange(known())
  }

  return {
    known,
    look,
    async lookBriefly() {
      const answered = new AbortController()
      const answer = look().finally(() => answered.abort())
      await Promise.race([answer, clock.sleep(SCREEN_OPENS_WITHIN_MS, answered.signal)])
    },
    isOther: () => (printer.standsIn ?? false) !== standsIn(),
  }
}
