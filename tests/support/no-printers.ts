import type { Printers } from '../../electron/core/ports/ports.ts'

/** A machine whose paper is played by its ticket issuer alone. */
export const noPrinters: Printers = {
  report: () => Promise.resolve([]),
  standsIn: () => null,
  onAwaited: () => {},
  openDrawer: () => Promise.resolve(null),
}
