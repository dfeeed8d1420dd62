import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { Still } from '../../components/drawn/still.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './out-of-service-screen.module.css'
import { ReferenceCard } from '../collecting/reference-card.tsx'
import { useDeviceCode } from '../problem-notice.tsx'

type Cause = 'partner' | 'printer' | 'storage' | 'refused' | 'payment' | 'restart'

const codes: Readonly<Record<Cause, string>> = {
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

/** A calm screen that goes away by itself; the code and the device are for the people who look after the machine. */
export function OutOfServiceScreen({ cause }: { cause: Cause }) {
  const { t } = useI18n()
  const { info, sale } = useKioskState()
  const code = useDeviceCode(codes[cause])
  const { afterPayment, afterRefusal, meanwhile: nothingTaken } = t.outOfService
  const meanwhile = cause === 'refused' ? afterRefusal : cause === 'restart' && sale ? afterPayment : nothingTaken
  return (
    <Sheet title={t.outOfService.title} lead={t.outOfService[cause]}>
      <p className={styles.meanwhile}>{meanwhile}</p>
      {cause === 'restart' && sale && mayHavePaid(sale) && (
        <>
          <p>{t.staff.ifStuck}</p>
          <ReferenceCard reference={collectionCode(sale.saleId)} />
        </>
      )}
      <Still icon="pause" seed={info?.deviceId ?? ''}>
        {cause === 'printer' && info ? `${t.printProblem.reason(info.printer.reason)} · ` : ''}
        {code}
      </Still>
    </Sheet>
  )
}
