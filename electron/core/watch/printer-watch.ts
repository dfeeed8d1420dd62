import type { PrinterView } from '../../../shared/kiosk-api/views.ts'
import type { Ports } from '../ports/ports.ts'
import { printerView } from '../sale/sale-view.ts'

export interface PrinterWatch {
  /** How it was when it was last asked. */
  known(): PrinterView
  /** Asks it; the listener hears of a change. */
  look(): Promise<void>
  /** Whether another printer puts out the tickets than was known. */
  isOther(): boolean
}

/** The ticket printer, as the screens know it. */
export function watchPrinter(
  { tickets, printers }: Pick<Ports, 'tickets' | 'printers'>,
  onChange: (printer: PrinterView) => void,
): PrinterWatch {
  const standsIn = (): boolean => printers.standsIn() !== null
  let printer = printerView({ state: 'unknown', detail: '' }, false)
  return {
    known: () => printer,
    async look() {
      const before = printer
      printer = printerView(await tickets.status(), standsIn())
      const same = before.state === printer.state && before.reason === printer.reason
      if (!same || before.standsIn !== printer.standsIn) onChange(printer)
    },
    isOther: () => (printer.standsIn ?? false) !== standsIn(),
  }
}
