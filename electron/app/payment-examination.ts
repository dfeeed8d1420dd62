import type { Language } from '../../shared/domain/language.ts'
import type { WayDown } from '../../shared/domain/fleet/readiness.ts'
import { providerFault } from '../../shared/domain/money/examination.ts'
import { isDriven, type TenderKind } from '../../shared/domain/money/tender.ts'
import type { ExaminedProviderView } from '../../shared/kiosk-api/office-views.ts'
import type { Config } from '../config/config.ts'
import type { Provider } from '../config/payments.ts'
import { createSystemClock } from '../host/clock.ts'
import { silentLog } from '../host/log.ts'
import { reportOf } from '../payment/driver-kind.ts'
import { openProvider } from './kiosk/tender-drivers.ts'

/** A provider that takes the money of a tender, looked at step by step. */
export interface ExaminedProvider extends ExaminedProviderView {
  readonly fault: WayDown['fault'] | null
}

/** All of these settings, one beside the other; no money moves. */
export function examineProviders(
  { payments, tenders }: Pick<Config, 'payments' | 'tenders'>,
  language: Language,
): Promise<readonly ExaminedProvider[]> {
  const named = tenders.filter(isDriven).flatMap((tender) => {
    const provider = payments[tender]
    return provider ? [examineProvider(tender, provider, language)] : []
  })
  return Promise.all(named)
}

export async function examineProvider(
  tender: TenderKind,
  provider: Provider,
  language: Language,
): Promise<ExaminedProvider> {
  const { driver, close } = await openProvider(provider, {
    clock: createSystemClock(),
    log: silentLog,
  })
  try {
    const found = (await driver.examine?.()) ?? []
    const { name, host } = driver
    return { tender, driver: name, host, steps: reportOf(found, host, language), fault: providerFault(found) }
  } finally {
    close()
  }
}

export const waysDownOf = (examined: readonly ExaminedProvider[]): readonly WayDown[] =>
  examined.flatMap(({ tender, fault }) => (fault === null ? [] : [{ tender, fault }]))
