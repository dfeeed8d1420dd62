import type { ServicePrinterView } from '../../../shared/kiosk-api/office-views.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './service-printers.module.css'

/** Each printer of the machine: what it is for, how it is, and what it has taken over from another. */
export function ServicePrinters({ printers }: { printers: readonly ServicePrinterView[] }) {
  const { t } = useI18n()
  return (
    <ul className={styles.printers} aria-label={t.service.printers}>
      {printers.map((printer) => {
        const { name, roles, state, reason, detail, paperLow, stoodIn } = printer
        const calm = state === 'ready' && !paperLow
        const words =
          state === 'ready' ? t.service.ready : state === 'unknown' ? t.service.unknown : t.printProblem.reason(reason)
        return (
          <li key={name} data-calm={calm}>
            <Icon name={calm ? 'printer' : 'alert'} />
            <div>
              <p className={styles.name}>
                <strong dir="ltr">{name}</strong> {roles.map(t.service.printerRole).join(', ')}
              </p>
              <p>
                <strong>{words}</strong>
              </p>
              {detail !== '' && (
                <p>
                  {t.office.technicalDetail} : <bdi>{detail}</bdi>
                </p>
              )}
              {paperLow && <p>{t.service.paperLow}</p>}
              {stoodIn > 0 && <p>{t.service.stoodIn(stoodIn)}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
