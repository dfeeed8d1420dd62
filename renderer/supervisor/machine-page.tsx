import { useState } from 'react'
import type { ServicePrinterView } from '../../shared/kiosk-api/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../kiosk/problem.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage } from './office-page.tsx'
import { Tile } from './tile.tsx'
import styles from './office.module.css'

/** The service's line, the printers, the drawer and the ledger; and the file for whoever looks for a fault. */
export function MachinePage() {
  const { t } = useI18n()
  const { ask, may } = useOffice()
  const service = useAsked('viewService', {})
  const [busy, setBusy] = useState(false)
  const [file, setFile] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const diagnose = (): void => {
    setBusy(true)
    void ask('makeDiagnostics', {}).then((reply) => {
      setBusy(false)
      setProblem(reply.ok ? null : reply.error)
      if (reply.ok) setFile(reply.value.file)
    })
  }
  const { partner, printer, printers, ledger } = service.value ?? {}
  return (
    <OfficePage
      title={t.office.pages.machine}
      problem={problem ?? service.problem}
      actions={
        <>
          <OfficeButton disabled={service.busy} onPress={service.again}>
            {t.service.refresh}
          </OfficeButton>
          {may('makeDiagnostics') && (
            <OfficeButton disabled={busy} onPress={diagnose}>
              {t.office.diagnose}
            </OfficeButton>
          )}
        </>
      }
    >
      {file !== '' && (
        <p className={styles.good} role="status">
          <strong>{t.office.diagnosed}</strong>
          <span className={styles.code}>{file}</span>
        </p>
      )}
      <dl className={styles.tiles}>
        <Tile name={t.service.partner} value={partner ? t.service.partnerState(partner.state) : '–'} />
        <Tile name={t.service.printer} value={printer ? stateOf(t, printer) : '–'} />
        <Tile
          name={t.service.ledger}
          value={ledger === undefined ? '–' : ledger === 'ready' ? t.service.ready : t.service.full}
        />
      </dl>
      <section className={styles.part}>
        <h2>{t.service.printers}</h2>
        <DataTable
          caption={t.service.printers}
          head={[t.office.device, t.office.task, t.office.state, t.office.detail]}
          empty={printers ? t.office.noPrinters : t.common.wait}
          rows={(printers ?? []).map((one) => [
            one.name,
            one.roles.map((role) => t.service.printerRole(role)).join(t.common.comma) || '–',
            stateOf(t, one),
            [one.detail, one.paperLow && t.service.paperLow, one.stoodIn > 0 && t.service.stoodIn(one.stoodIn)]
              .filter(Boolean)
              .join(' · '),
          ])}
        />
      </section>
    </OfficePage>
  )
}

function stateOf(
  { service, printProblem }: ReturnType<typeof useI18n>['t'],
  { state, reason }: Pick<ServicePrinterView, 'state' | 'reason'>,
): string {
  return state === 'ready' ? service.ready : state === 'unknown' ? service.unknown : printProblem.reason(reason)
}
