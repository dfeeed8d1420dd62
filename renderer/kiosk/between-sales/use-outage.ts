import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { SupportCase } from '../../app/problem.ts'
import { moneyOf } from '../../app/sale-money.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'

export type OutageCause = 'partner' | 'printer' | 'storage' | 'refused' | 'payment' | 'restart'

const cases = {
  partner: 'partner-unreachable',
  printer: 'printer-not-ready',
  storage: 'storage-full',
  refused: 'purchases-refused',
  payment: 'payment-unavailable',
  restart: 'bridge-lost',
} as const satisfies Readonly<Record<OutageCause, SupportCase>>

export interface Outage {
  /** The case whose code the screen shows. */
  readonly about: SupportCase
  /** What a customer does until it is over. */
  readonly meanwhile: string
  /** Reference of the sale that may have been paid when it was interrupted; null if unknown. */
  readonly reference: string | null
}

/** What is to be told of a kiosk that sells nothing for a while. */
export function useOutage(cause: OutageCause): Outage {
  const { t } = useI18n()
  const { sale } = useKioskState()
  const { afterPayment, meanwhile } = t.outOfService
  const paying = cause === 'restart' && sale ? sale : null
  const settled = !paying || paying.stage.name === 'done' || ['none', 'closed'].includes(moneyOf(paying))
  return {
    about: cases[cause],
    meanwhile: paying ? afterPayment : meanwhile,
    reference: paying && !settled ? collectionCode(paying.saleId) : null,
  }
}
