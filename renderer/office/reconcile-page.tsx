import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../app/problem.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage } from './office-page.tsx'
import { SettlementPart } from './settlement-part.tsx'
import { ShiftChoice } from './shift-choice.tsx'
import styles from './office.module.css'

const LOOK_EVERY_MS = 700

/** The ledger held against the service's tickets: every difference, and what to do about it. */
export function ReconcilePage() {
  const { t, money, instant } = useI18n()
  const { invoke, who } = useOffice()
  const [shiftNo, setShiftNo] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const compared = useAsked('viewReconcile', who)
  const view = compared.value
  const underWay = view !== null && view.doneUtc === null
  const { again } = compared
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(again, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [underWay, again])
  const start = (): void => {
    void invoke('startReconcile', shiftNo === null ? who : { ...who, shiftNo }).then((reply) => {
      setProblem(reply.ok ? null : reply.error)
      again()
    })
  }
  return (
    <OfficePage
      title={t.office.pages.reconcile}
      lead={t.office.reconcileLead}
      problem={problem ?? compared.problem}
      actions={
        <>
          <ShiftChoice shiftNo={shiftNo} onChoose={setShiftNo} />
          <OfficeButton strong disabled={underWay} onPress={start}>
            {t.office.compare}
          </OfficeButton>
        </>
      }
    >
      {view && (
        <p
          className={view.doneUtc !== null && view.differences.length === 0 ? styles.good : styles.quiet}
          role="status"
        >
          <strong>
            {underWay ? t.office.comparing(view.asked, view.sales) : t.office.compared(view.differences.length)}
          </strong>{' '}
          {t.office.comparedOf(view.shiftNo, view.sales, view.agreed, instant(view.startedUtc))}
        </p>
      )}
      {view && view.csv !== '' && <p className={styles.code}>{t.service.reportFile(view.csv)}</p>}
      {view && view.differences.length > 0 && (
        <DataTable
          caption={t.office.differences}
          head={[t.office.difference, t.office.ticket, t.office.amount, t.office.here, t.office.there, t.office.toDo]}
          figures={[2]}
          rows={view.differences.map((one) => [
            <strong key="kind">{t.office.differenceKinds[one.kind]}</strong>,
            <span key="ticket">
              {one.eventTitle}
              <br />
              <span data-code>{[one.seatCode, one.ticketNumber].filter(Boolean).join(' · ')}</span>
              <br />
              <span className={styles.code}>{one.ownerRef}</span>
            </span>,
            one.amount === 0 ? '–' : money(one.amount, one.currency),
            one.here,
            one.there || '–',
            t.office.advice[one.kind],
          ])}
        />
      )}
      <SettlementPart />
    </OfficePage>
  )
}
