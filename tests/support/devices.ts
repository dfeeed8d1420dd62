import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import type { TenderDriver } from '../../electron/core/ports/devices.ts'

/** A card terminal that finds its payments by our reference. */
export const deviceTraits: TenderTraits = {
  payer: 'none',
  shows: 'none',
  unattended: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: 'asks',
  decideMs: 45_000,
  settledMs: 60_000,
  lateMs: 60_000,
  refund: 'people',
}

/** A driver of the test's own, for a device like that unless told otherwise. */
export function driver(
  calls: Pick<TenderDriver, 'begin' | 'ask'> & Partial<Omit<TenderDriver, 'traits'>>,
  traits: Partial<TenderTraits> = {},
): TenderDriver {
  return { name: 'test', host: '', traits: { ...deviceTraits, ...traits }, ...calls }
}
