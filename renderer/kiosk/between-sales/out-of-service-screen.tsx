import { Sheet } from '../../components/sheets/sheet.tsx'
import { Still } from '../../components/drawn/still.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './out-of-service-screen.module.css'
import { ReferenceCard } from '../collecting/reference-card.tsx'
import { useDeviceCode } from '../problem-notice.tsx'
import { useOutage, type OutageCause } from './use-outage.ts'

/** A calm screen that goes away by itself; the code and the device are for the people who look after the machine. */
export function OutOfServiceScreen({ cause }: { cause: OutageCause }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const { about, meanwhile, reference } = useOutage(cause)
  const device = useDeviceCode(about)
  return (
    <Sheet title={t.outOfService.title} lead={t.outOfService[cause]}>
      <p className={styles.meanwhile}>{meanwhile}</p>
      {reference !== null && (
        <>
          <p>{t.staff.ifStuck}</p>
          <ReferenceCard reference={reference} />
        </>
      )}
      <Still icon="pause" seed={info?.deviceId ?? ''}>
        {cause === 'printer' && info ? `${t.printProblem.reason(info.printer.reason)} · ` : ''}
        {device}
      </Still>
    </Sheet>
  )
}
