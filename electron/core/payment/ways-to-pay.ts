import { isDriven, isNotes, waysToPay, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { WayToPay } from '../../../shared/kiosk-api/views.ts'
import type { Ports } from '../ports/ports.ts'
import type { PaymentSettings } from './payment-commands.ts'
import { timeFor } from './tender-effects.ts'

/** Of the tenders that the settings name those that customers can pay with here, as their drivers are. */
export function payableHere(
  { tenders: drivers, notes }: Pick<Ports, 'tenders' | 'notes'>,
  { role = 'kiosk', tenders }: Pick<PaymentSettings, 'role' | 'tenders'>,
): readonly TenderKind[] {
  const here = tenders.filter((kind) => !isNotes(kind) || notes)
  return waysToPay(role, here, (kind) => drivers[kind]?.traits.unattended !== false)
}

/** What a screen has to know of those that something outside the program decides about. */
export function describeWays(
  { tenders: drivers }: Pick<Ports, 'tenders'>,
  tenders: readonly TenderKind[],
  usualMs: number,
): readonly WayToPay[] {
  return tenders.filter(isDriven).flatMap((kind): readonly WayToPay[] => {
    const driver = drivers[kind]
    if (!driver) return []
    const { payer, shows, simulated, decideMs } = driver.traits
    const { numbering } = driver
    const more = { ...(simulated && { simulated }), ...(numbering && { numbering }) }
    return [{ kind, payer, shows, decideMs, timeMs: timeFor(driver, usualMs), ...more }]
  })
}
