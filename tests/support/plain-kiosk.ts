import type { KioskSettings } from '../../electron/core/kiosk.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { Printers } from '../../electron/core/ports/ports.ts'

/** A part of the kiosk that a test of sales asks for nothing but this; every other question fails the test. */
function beside<T extends object>(part: string, answers: Partial<T> = {}): T {
  return new Proxy(answers as T, {
    get: (known, name): unknown =>
      Reflect.get(known, name) ??
      (() => {
        throw new Error(`this test has no ${part}: ${String(name)}`)
      }),
  })
}

type AfterSales = KioskSettings['afterSales']

/** Sales of before of which no more is asked than these, such as the ledger's `files`. */
export function afterSalesOver(answers: Partial<AfterSales>): AfterSales {
  const recover = (): void => undefined
  const stop = (): void => undefined
  return beside<AfterSales>('sales of before', { recover, stop, paidBack: () => Promise.resolve(), ...answers })
}

/** Shifts of which no more is asked than these. */
export const shiftsOver = (answers: Partial<KioskSettings['shifts']>): KioskSettings['shifts'] =>
  beside<KioskSettings['shifts']>('shifts', { stop: () => Promise.resolve(), ...answers })

/** A kiosk of a test that draws no screens: one language, card and cash, no plan, nobody with a number. */
export const plainKiosk = {
  version: '0.0.0',
  mode: 'demo',
  languages: ['fr'],
  defaultLanguage: 'fr',
  maxSeats: 8,
  screen: { pixelsPerMillimetre: 4, screenFootMillimetres: 800 },
  saveScreen: () => undefined,
  tenders: ['card', 'cash'],
  tenderBudgetMs: 0,
  wheelchairReleaseMs: 0,
  plans: { prepare: () => undefined, of: () => Promise.resolve(null) },
  people: () => ({}),
  office: beside<KioskSettings['office']>('office'),
  shifts: shiftsOver({}),
  afterSales: afterSalesOver({}),
  reconciling: beside<KioskSettings['reconciling']>('comparison', {
    isComparing: () => false,
    stop: () => Promise.resolve(),
  }),
} satisfies Partial<KioskSettings>

/** The one access code that a kiosk was told, of that event or of every one. */
export const onlyCode = (code: string, event?: string): KioskSettings['accessCodes'] => ({
  of: async (eventId) => (event === undefined || event === eventId ? [{ code, source: 'settings' }] : []),
  keep: () => undefined,
  renew: () => Promise.resolve(),
})

/** The counter, known by the machine's PIN alone. */
export const counterWith =
  (machinePin: string): KioskSettings['identify'] =>
  async ({ pin }) =>
    pin === machinePin ? ok({ staffId: 'counter', name: '', role: 'supervisor' }) : err({ type: 'wrong-pin' })

/** Printers of a kiosk whose tickets are printed by a simulated issuer. */
export const noPrinters: Printers = {
  report: () => Promise.resolve([]),
  fallbackPrinter: () => null,
  onAwaited: () => {},
  openDrawer: () => Promise.resolve(null),
}
