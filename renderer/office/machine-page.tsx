import { useState } from 'react'
import { sellingOf } from '../../shared/domain/fleet/readiness.ts'
import type {
  ExaminedProviderView,
  ServicePrinterView,
  ServiceView,
  TestPrintView,
} from '../../shared/api/kiosk/office-views.ts'
import type { Problem } from '../app/problem.ts'
import { Findings, ReadinessIssueList } from '../ui/findings.tsx'
import { NoticeCode } from '../ui/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage, OfficeSection, TechnicalDetail, Tile } from './office-page.tsx'
import styles from './office.module.css'

export function MachinePage() {
  const { t } = useI18n()
  const { invoke, who, may } = useOffice()
  const service = useQuery('viewService', who)
  const [file, setFile] = useState('')
  const { busy, problem, send } = useCommand()
  const diagnose = async (): Promise<void> => {
    const reply = await send(invoke('makeDiagnostics', who))
    if (reply.ok) setFile(reply.value.file)
  }
  const { printers, readiness, maySetUp = false } = service.value ?? {}
  const { issues = [] } = readiness ?? {}
  const mayResume = issues.some(({ type }) => type === 'purchasing-suspended') && may('resumePurchases')
  return (
    <OfficePage
      title={t.office.pages.machine}
      problem={problem ?? service.problem}
      actions={
        <>
          <OfficeButton disabled={service.busy} onPress={service.again}>
            {t.service.refresh}
          </OfficeButton>
          {mayResume && (
            <OfficeButton disabled={busy} onPress={() => void send(invoke('resumePurchases', who)).then(service.again)}>
              {t.service.resumeSales}
            </OfficeButton>
          )}
          {service.value?.mayRestartTraining && may('restartTraining') && (
            <OfficeButton disabled={busy} onPress={() => void send(invoke('restartTraining', who))}>
              {t.office.restartTraining}
            </OfficeButton>
          )}
          {may('makeDiagnostics') && (
            <OfficeButton disabled={busy} onPress={() => void diagnose()}>
              {t.office.diagnose}
            </OfficeButton>
          )}
        </>
      }
    >
      <div role="status">{busy && <p className={styles.quiet}>{t.common.wait}</p>}</div>
      {file !== '' && (
        <p className={styles.good} role="status">
          <strong>{t.office.diagnosed}</strong>
          <bdi className={styles.code}>{file}</bdi>
        </p>
      )}
      <ReadinessIssueList issues={issues} />
      <MachineTiles service={service.value} />
      <PrinterTable printers={printers ?? null} onTested={service.again} />
      {may('checkProviders') && <ProvidersPart maySetUp={maySetUp} />}
    </OfficePage>
  )
}

function MachineTiles({ service }: { readonly service: ServiceView | null }) {
  const { t } = useI18n()
  const { partner, printer, ledger, readiness } = service ?? {}
  return (
    <dl className={styles.tiles}>
      <Tile name={t.service.sales} value={readiness ? t.service.selling[sellingOf(readiness)] : '–'} />
      <Tile name={t.service.partner} value={partner ? t.service.partnerState(partner.state) : '–'} />
      <Tile name={t.service.printer} value={printer ? stateOf(t, printer) : '–'} />
      <Tile
        name={t.service.ledger}
        value={ledger === undefined ? '–' : ledger === 'ready' ? t.service.ready : t.service.full}
      />
    </dl>
  )
}

interface PrinterTableProps {
  /** Null until the printers are known. */
  readonly printers: readonly ServicePrinterView[] | null
  readonly onTested: () => void
}

function PrinterTable({ printers, onTested }: PrinterTableProps) {
  const { t } = useI18n()
  const mayTest = useOffice().may('printTestPage')
  const { device, task, state, detail, testPage } = t.office
  return (
    <section className={styles.part}>
      <h2>{t.service.printers}</h2>
      <DataTable
        caption={t.service.printers}
        head={[device, task, state, detail, ...(mayTest ? [testPage] : [])]}
        empty={printers ? t.office.noPrinters : t.common.wait}
        rows={(printers ?? []).map((one) => [
          one.name,
          one.roles.map((role) => t.service.printerRole(role)).join(t.common.comma) || '–',
          stateOf(t, one),
          <div key="detail">
            {[one.paperLow && t.service.paperLow, one.stoodIn > 0 && t.service.stoodIn(one.stoodIn)]
              .filter(Boolean)
              .join(' · ')}
            {one.detail !== '' && <TechnicalDetail>{one.detail}</TechnicalDetail>}
          </div>,
          ...(mayTest ? [<TestPage key="test" printer={one.name} onTested={onTested} />] : []),
        ])}
      />
    </section>
  )
}

function TestPage({ printer, onTested }: { printer: string; onTested: () => void }) {
  const { t } = useI18n()
  const { invoke, who } = useOffice()
  const [made, setMade] = useState<TestPrintView | null>(null)
  const { busy, problem, send } = useCommand()
  const print = async (): Promise<void> => {
    setMade(null)
    const reply = await send(invoke('printTestPage', { ...who, printer }))
    setMade(reply.ok ? reply.value : null)
    onTested()
  }
  return (
    <span className={styles.field}>
      <OfficeButton disabled={busy} onPress={() => void print()}>
        {t.office.testPage}
      </OfficeButton>
      <span role="status">
        {busy && t.office.testing}
        {problem && <ProblemWords problem={problem} />}
        {made && (
          <>
            <strong>{t.office.tested[made.outcome]}</strong>{' '}
            {made.outcome === 'failed' && `${t.printProblem.reason(made.reason)}. `}
            {made.detail !== '' && <TechnicalDetail>{made.detail}</TechnicalDetail>}
          </>
        )}
      </span>
    </span>
  )
}

function ProblemWords({ problem, role }: { problem: Problem; role?: 'alert' }) {
  return (
    <strong role={role}>
      {deskNoticeText(useI18n(), problem).title}
      <NoticeCode type={problem.type} />
    </strong>
  )
}

function stateOf(
  { service, printProblem }: ReturnType<typeof useI18n>['t'],
  { state, reason }: Pick<ServicePrinterView, 'state' | 'reason'>,
): string {
  return state === 'ready' ? service.ready : state === 'unknown' ? service.unknown : printProblem.reason(reason)
}

function ProvidersPart({ maySetUp }: { readonly maySetUp: boolean }) {
  const i18n = useI18n()
  const { t } = i18n
  const { invoke, who, may } = useOffice()
  const words = t.office.providersPart
  const [examined, setExamined] = useState<readonly ExaminedProviderView[] | null>(null)
  const { busy, problem, send } = useCommand()
  const examine = async (): Promise<void> => {
    const reply = await send(invoke('checkProviders', who))
    setExamined(reply.ok ? reply.value : null)
  }
  const status = busy ? t.payment.trying : problem ? deskNoticeText(i18n, problem).title : summed(words, examined)
  return (
    <OfficeSection words={words}>
      <div className="row wrap middle gap-60">
        <OfficeButton disabled={busy} onPress={() => void examine()}>
          {t.payment.tryIt}
        </OfficeButton>
        {maySetUp && may('setUpAgain') && <SetUpAgain />}
      </div>
      <p role="status">
        {status}
        {problem && <NoticeCode type={problem.type} />}
      </p>
      {(examined ?? []).map(({ tender, driver, host, steps }) => (
        <section key={tender} className={styles.part}>
          <h3>
            {t.desk.tenders[tender]} <bdi className={styles.quiet}>{`${driver} · ${host}`}</bdi>
          </h3>
          <Findings findings={steps} running={busy} heading="h4" />
        </section>
      ))}
    </OfficeSection>
  )
}

function summed(
  { none, failed, fine }: ReturnType<typeof useI18n>['t']['office']['providersPart'],
  examined: readonly ExaminedProviderView[] | null,
): string {
  if (examined === null) return ''
  if (examined.length === 0) return none
  return examined.some(({ steps }) => steps.some(({ outcome }) => outcome === 'failed')) ? failed : fine
}

/** Asks for confirmation, because selling stops until the set-up has ended. */
function SetUpAgain() {
  const { t } = useI18n()
  const { invoke, who } = useOffice()
  const [sure, setSure] = useState(false)
  const { problem, send } = useCommand()
  const words = t.office.providersPart
  const go = async (): Promise<void> => {
    // The main process now runs the set-up, which has its own screens, so the page is reloaded.
    if ((await send(invoke('setUpAgain', who))).ok) location.reload()
    else setSure(false)
  }
  if (!sure)
    return (
      <>
        <OfficeButton onPress={() => setSure(true)}>{words.renew}</OfficeButton>
        {problem && <ProblemWords problem={problem} role="alert" />}
      </>
    )
  return (
    <span className="row wrap middle gap-60" role="group" aria-label={words.renew}>
      <strong>{words.stops}</strong>
      <OfficeButton onPress={() => setSure(false)}>{t.common.back}</OfficeButton>
      <OfficeButton strong onPress={() => void go()}>
        {t.setup.again.way}
      </OfficeButton>
    </span>
  )
}
