import type { KioskSettings } from '../../electron/core/kiosk-service.ts'
import { err, ok } from '../../shared/domain/result.ts'

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
  plan: () => null,
  people: () => ({}),
} satisfies Partial<KioskSettings>

/** The counter, known by the machine's PIN alone. */
export const counterWith =
  (machinePin: string): KioskSettings['identify'] =>
  async ({ pin }) =>
    pin === machinePin ? ok({ staffId: 'counter', name: '', role: 'supervisor' }) : err({ type: 'wrong-pin' })
