import type { KioskSettings } from '../../electron/kiosk/kiosk.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { Printers } from '../../electron/kiosk/ports/ports.ts'

/** Returns a part of the kiosk with only the given members. Any use of another member fails the test. */
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

/** Returns an `AfterSales` with the given methods. Other calls that change a sale fail. */
export function afterSalesOver(answers: Partial<AfterSales>): AfterSales {
  const recover = (): void => undefined
  const stop = (): void => undefined
  const onAccountCredit = (): void => undefined
  const none = { recover, stop, onAccountCredit, linkOf: () => null, paidBack: () => Promise.resolve() }
  return beside<AfterSales>('sales of before', { ...none, ...answers })
}

/** Returns a shifts part with the given members. Apart from `stop`, any other call fails the test. */
export const shiftsOver = (answers: Partial<KioskSettings['shifts']>): KioskSettings['shifts'] =>
  beside<KioskSettings['shifts']>('shifts', { stop: () => Promise.resolve(), ...answers })

/** Settings of a kiosk for tests without screens: one language, card and cash, no seat plan, no staff numbers. */
export const plainKiosk = {
  version: '0.0.0',
  mode: 'demo',
  languages: ['fr'],
  defaultLanguage: 'fr',
  maxSeats: 8,
  screen: { pixelsPerMillimetre: 4, screenBottomMillimetres: 800 },
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

/** Returns access codes with a single code, for `event` or, if absent, for every event. */
export const onlyCode = (code: string, event?: string): KioskSettings['accessCodes'] => ({
  of: async (eventId) => (event === undefined || event === eventId ? [{ code, source: 'settings' }] : []),
  keep: () => undefined,
  renew: () => Promise.resolve(),
})

/** Identifies the person at the counter only by the PIN of the kiosk. */
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
