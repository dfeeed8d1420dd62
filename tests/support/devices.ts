import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import type { TenderDriver } from '../../electron/kiosk/ports/devices.ts'

const finding = { findBy: 'own', reference: 'uuid4', cancel: 'asks', refund: 'people' } as const
const times = { decideMs: 45_000, settledMs: 60_000, lateMs: 60_000 }

/** Traits of a card terminal that finds payments by the kiosk's reference. */
export const deviceTraits: TenderTraits = { payer: 'none', shows: 'none', unattended: true, ...finding, ...times }

/** Returns a payment driver with the given calls. `traits` overrides members of `deviceTraits`. */
export function driver(
  calls: Pick<TenderDriver, 'begin' | 'ask'> & Partial<Omit<TenderDriver, 'traits'>>,
  traits: Partial<TenderTraits> = {},
): TenderDriver {
  return { name: 'test', host: '', traits: { ...deviceTraits, ...traits }, ...calls }
}
