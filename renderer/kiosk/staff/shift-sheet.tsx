import { useState } from 'react'
import { hasNothingToClose } from '../../../shared/domain/money/drawer.ts'
import type { ShiftClosedView, ShiftView } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isDayClosed } from '../../../shared/domain/money/shift-report.ts'
import { beforeZ } from '../../i18n/notice-text.ts'
import { daysDueText, dayText, waitOf, waitText, type ReportWait } from '../../i18n/records.ts'
import type { AuthenticatedStaffDesk, Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'
import styles from './shift-sheet.module.css'

interface ShiftSheetProps {
  readonly staff: Staff
  readonly desk: AuthenticatedStaffDesk
  /** Shift to close while a Z report waits for confirmation; otherwise null. */
  readonly ending: ShiftView | null
}

export function ShiftSheet({ staff, desk: { closed, days, busy }, ending }: ShiftSheetProps) {
  const i18n = useI18n()
  const { t } = i18n
  const [wait, setWait] = useState<ReportWait | null>(null)
  const waitingFor = (next: ReportWait, act: () => void) => () => {
    setWait(next)
    act()
  }
  const left = ending ? beforeZ(i18n, ending) : daysDueText(i18n, days.due)
  return (
    <StaffSheet
      staff={staff}
      title={t.service.shift}
      turn={ending ? 'sure' : ''}
      lead={t.service.shiftBody}
      notice={left && <NoticeStrip {...left} />}
      actions={
        <>
          {ending ? (
            <Button
              kind="primary"
              disabled={busy || hasNothingToClose(ending)}
              onPress={waitingFor(waitOf('Z', ending), () => staff.closeShift('Z'))}
            >
              {t.service.sureZ}
            </Button>
          ) : (
            <>
              {days.due.length > 0 && (
                <Button kind="primary" icon="again" disabled={busy} onPress={waitingFor('day', staff.closeDays)}>
                  {t.shift.terminalDay.close}
                </Button>
              )}
              <Button icon="cash" disabled={busy} onPress={staff.seeDrawer}>
                {t.shift.drawer}
              </Button>
              <Button icon="printer" disabled={busy} onPress={waitingFor('report', () => staff.closeShift('X'))}>
                {t.service.closeX}
              </Button>
              <Button icon="printer" disabled={busy} onPress={staff.beginClosing}>
                {t.service.closeZ}
              </Button>
            </>
          )}
        </>
      }
    >
      <div role="status">{busy && wait && <p>{waitText(i18n, wait)}</p>}</div>
      {days.done && (
        <div className={styles.closed} role="status">
          <p className={styles.takings}>{t.shift.terminalDay.done}</p>
          <p>{t.shift.terminalDay.again}</p>
        </div>
      )}
      {closed && <ClosedReport closed={closed} busy={busy} onReprint={waitingFor('report', staff.reprint)} />}
    </StaffSheet>
  )
}

function ClosedReport({ closed, busy, onReprint }: { closed: ShiftClosedView; busy: boolean; onReprint: () => void }) {
  const i18n = useI18n()
  const { t, money } = i18n
  return (
    <div className={styles.closed} role="status">
      <h2>{t.service.closed(closed.kind, closed.shiftNo)}</h2>
      {closed.blind ? (
        <p className={styles.takings}>{t.service.blind}</p>
      ) : closed.takings.length === 0 ? (
        <p className={styles.takings}>{t.service.noTakings}</p>
      ) : (
        closed.takings.map(({ tickets, net, currency }) => (
          <p key={currency} className={styles.takings}>
            {t.service.takings(tickets, money(net, currency))}
          </p>
        ))
      )}
      <p>
        {t.service.reportPaper(closed.paper)} {closed.reason !== '' && `${t.printProblem.reason(closed.reason)}.`}
      </p>
      {closed.terminalDays.filter(isDayClosed).map((day) => (
        <p key={`${day.kind} ${day.driver}`}>{dayText(i18n, day)}</p>
      ))}
      {closed.file !== '' && <p className={styles.file}>{t.service.reportFile(closed.file)}</p>}
      {closed.csv !== '' && <p className={styles.file}>{t.service.reportFile(closed.csv)}</p>}
      {closed.paper !== 'saved' && (
        <Button icon="again" disabled={busy} onPress={onReprint}>
          {t.service.printAgain}
        </Button>
      )}
    </div>
  )
}
