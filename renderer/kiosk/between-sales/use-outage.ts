import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { moneyOf } from '../../app/sale-money.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'

export type OutageCause = 'partner' | 'printer' | 'storage' | 'refused' | 'payment' | 'restart'

const codes: Readonly<Record<OutageCause, string>> = {
  partner: 'B1',
  printer: 'I1',
  storage: 'S4',
  refused: 'B8',
  payment: 'P4',
  restart: 'S5',
}

export interface Outage {
  readonly code: string
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
    code: codes[cause],
    meanwhile: paying ? afterPayment : meanwhile,
    reference: paying && !settled ? collectionCode(paying.saleId) : null,
  }
}
