import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
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

/** From the first payment on, until the tickets are all there. */
function mayHavePaid({ stage, taken }: SaleView): boolean {
  return taken !== undefined || !['choosing', 'holding', 'review', 'releasing', 'done', 'ended'].includes(stage.name)
}

export interface Outage {
  readonly code: string
  /** What a customer does until it is over. */
  readonly meanwhile: string
  /** Of the sale that may have been paid when it broke off; null: none was. */
  readonly reference: string | null
}

/** What is to be told of a kiosk that sells nothing for a while. */
export function useOutage(cause: OutageCause): Outage {
  const { t } = useI18n()
  const { sale } = useKioskState()
  const { afterPayment, afterRefusal, meanwhile } = t.outOfService
  const paying = cause === 'restart' && sale ? sale : null
  return {
    code: codes[cause],
    meanwhile: cause === 'refused' ? afterRefusal : paying ? afterPayment : meanwhile,
    reference: paying && mayHavePaid(paying) ? collectionCode(paying.saleId) : null,
  }
}
