import { useId, useState } from 'react'
import type { ExaminedProviderView } from '../../shared/kiosk-api/office-views.ts'
import type { Problem } from '../app/problem.ts'
import { Findings } from '../components/findings.tsx'
import { NoticeCode } from '../components/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import { useOffice } from './office-context.tsx'
import { OfficeButton } from './office-page.tsx'
import styles from './office.module.css'

/** Who takes mobile money here, and whether they let this machine in; a technician renews secrets in its set-up. */
export function ProvidersPart({ maySetUp }: { readonly maySetUp: boolean }) {
  const i18n = useI18n()
  const { t } = i18n
  const { invoke, who, may } = useOffice()
  const words = t.office.providersPart
  const heading = useId()
  const [busy, setBusy] = useState(false)
  const [examined, setExamined] = useState<readonly ExaminedProviderView[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const examine = (): void => {
    setBusy(true)
    void invoke('examineProviders', who).then((reply) => {
      setBusy(false)
      setExamined(reply.ok ? reply.value : null)
      setProblem(reply.ok ? null : reply.error)
    })
  }
  const status = busy ? t.payment.trying : problem ? deskNoticeText(i18n, problem).title : summed(words, examined)
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{words.title}</h2>
      <p className={styles.quiet}>{words.lead}</p>
      <div className={styles.actions}>
        <OfficeButton disabled={busy} onPress={examine}>
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
    </section>
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

/** Asked twice: the machine stops selling until its set-up has ended. */
function SetUpAgain() {
  const i18n = useI18n()
  const { t } = i18n
  const { invoke, who } = useOffice()
  const [sure, setSure] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const words = t.office.providersPart
  const go = (): void => {
    void invoke('setUpAgain', who).then((reply) => {
      // The machine answers as another program now, with screens of its own.
      if (reply.ok) return location.reload()
      setSure(false)
      setProblem(reply.error)
    })
  }
  if (!sure)
    return (
      <>
        <OfficeButton onPress={() => setSure(true)}>{words.renew}</OfficeButton>
        {problem && (
          <strong role="alert">
            {deskNoticeText(i18n, problem).title}
            <NoticeCode type={problem.type} />
          </strong>
        )}
      </>
    )
  return (
    <span className={styles.actions} role="group" aria-label={words.renew}>
      <strong>{words.stops}</strong>
      <OfficeButton onPress={() => setSure(false)}>{t.common.back}</OfficeButton>
      <OfficeButton strong onPress={go}>
        {t.setup.again.way}
      </OfficeButton>
    </span>
  )
}
