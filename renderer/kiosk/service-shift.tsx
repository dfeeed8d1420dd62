import { useState } from 'react'
import type { ShiftClosedView } from '../../shared/kiosk-api/views.ts'
import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './service-shift.module.css'

export interface ServiceShiftProps {
  /** The report made last. */
  readonly closed: ShiftClosedView | null
  readonly busy: boolean
  readonly onClose: (kind: 'X' | 'Z') => void
  readonly onReprint: () => void
}

/** Reads the shift, or closes it: only the second asks twice. */
export function ServiceShift({ closed, busy, onClose, onReprint }: ServiceShiftProps) {
  const { t, money } = useI18n()
  const [sure, setSure] = useState(false)
  const close = (kind: 'X' | 'Z'): void => {
    setSure(false)
    onClose(kind)
  }
  return (
    <section className={styles.shift} aria-label={t.service.shift}>
      <p>
        <strong>{t.service.shift}</strong> {t.service.shiftBody}
      </p>
      <div className={styles.actions}>
        {sure ? (
          <>
            <Button kind="primary" disabled={busy} onPress={() => close('Z')}>
              {t.service.sureZ}
            </Button>
            <Button kind="quiet" onPress={() => setSure(false)}>
              {t.common.back}
            </Button>
          </>
        ) : (
          <>
            <Button icon="printer" disabled={busy} onPress={() => close('X')}>
              {t.service.closeX}
            </Button>
            <Button icon="printer" disabled={busy} onPress={() => setSure(true)}>
              {t.service.closeZ}
            </Button>
          </>
        )}
      </div>
      {closed && (
        <div className={styles.closed} role="status">
          <p>
            <strong>{t.service.closed(closed.kind, closed.shiftNo)}</strong>{' '}
            {closed.takings.length === 0
              ? t.service.noTakings
              : closed.takings
                  .map(({ tickets, net, currency }) => t.service.takings(tickets, money(net, currency)))
                  .join(' · ')}
          </p>
          <p>
            {t.service.reportPaper(closed.paper)} {closed.reason !== '' && t.printProblem.reason(closed.reason)}
          </p>
          {closed.file !== '' && <p className={styles.file}>{t.service.reportFile(closed.file)}</p>}
          {closed.paper !== 'saved' && (
            <Button icon="again" disabled={busy} onPress={onReprint}>
              {t.service.printAgain}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
