import type { PrinterView } from '../../../shared/kiosk-api/views.ts'
import type { Ports } from '../ports/ports.ts'
import { printerView } from '../sale/sale-view.ts'

/** A screen that opens does not stay blank for longer over a printer that keeps it waiting. */
const SCREEN_OPENS_WITHIN_MS = 2_000

export interface PrinterWatch {
  /** How it was when it was last asked, and whether it is waited for now. */
  known(): PrinterView
  /** Asks it; the listener hears of a change. */
  look(): Promise<void>
  /** Asks it, and resolves soon even if it does not answer; the listener hears of its answer. */
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
