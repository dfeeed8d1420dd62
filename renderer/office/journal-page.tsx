import { useState } from 'react'
import type { JournalLine, LedgerVerdict } from '../../shared/kiosk-api/office-views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../app/problem.ts'
import { useJournalWords } from './journal-words.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage, TechnicalDetail } from './office-page.tsx'
import styles from './office.module.css'

interface Wish {
  readonly before?: number
  readonly saleId?: string
}

/** The signed rows, newest first, and the check that nobody changed one. */
export function JournalPage() {
  const { t, instant, digits } = useI18n()
  const { invoke, who } = useOffice()
  const [wish, setWish] = useState<Wish>({})
  const lines = useAsked('viewJournal', { ...who, ...wish })
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const verify = (): void => {
    setBusy(true)
    setVerdict(null)
    void invoke('verifyLedger', who).then((reply) => {
      setBusy(false)
      setProblem(reply.ok ? null : reply.error)
      if (reply.ok) setVerdict(reply.value)
    })
  }
  const inWords = useJournalWords()
  const names: Readonly<Record<string, string>> = t.office.journalRows
  const shown: readonly JournalLine[] = lines.value ?? []
  const last = shown.at(-1)
  return (
    <OfficePage
      title={t.office.pages.journal}
      problem={problem ?? lines.problem}
      actions={
        <>
          <OfficeButton
            disabled={lines.busy}
            onPress={() => (Object.keys(wish).length > 0 ? setWish({}) : lines.again())}
          >
            {t.office.newest}
          </OfficeButton>
          <OfficeButton
            disabled={lines.busy || !last || last.seq === 1}
            onPress={() => last && setWish({ ...wish, before: last.seq })}
          >
            {t.office.older}
          </OfficeButton>
          <OfficeButton strong disabled={busy} onPress={verify}>
            {busy ? t.office.verifying : t.office.verify}
          </OfficeButton>
        </>
      }
    >
      {verdict && <Verdict verdict={verdict} />}
      {wish.saleId !== undefined && <p className={styles.quiet}>{t.office.ofSale(wish.saleId)}</p>}
      <DataTable
        caption={t.office.pages.journal}
        head={[t.office.row, t.office.when, t.office.what, t.office.who, t.office.sale, t.office.detail]}
        figures={[0]}
        empty={lines.value ? '–' : t.common.wait}
        rows={shown.map((line) => [
          digits(String(line.seq)),
          instant(line.atUtc),
          names[line.code] ?? line.code,
          line.staffId === 'counter' ? t.people.machine : (line.staffId ?? ''),
          line.saleId === null ? (
            ''
          ) : (
            <OfficeButton key="sale" onPress={() => setWish({ saleId: line.saleId ?? '' })}>
              {line.saleId.slice(0, 8)}
            </OfficeButton>
          ),
          inWords(line),
        ])}
      />
    </OfficePage>
  )
}

function Verdict({ verdict }: { verdict: LedgerVerdict }) {
  const { t, digits } = useI18n()
  const { severity: severities, ofRow, checks } = t.office.findings
  const { sound, rows, sales, tickets, headHash, findings } = verdict
  return (
    <div className={sound ? styles.good : styles.bad} role="status">
      <strong>{sound ? t.office.sound : t.office.unsound}</strong>
      {t.office.checked(rows, sales, tickets)}
      <p className={styles.code}>{headHash}</p>
      <ul>
        {findings.map(({ severity, check, seq, what, why }, index) => (
          <li key={index}>
            {severities[severity]}
            {seq === null ? '' : ` · ${ofRow(digits(String(seq)))}`} · {checks[check]}
            <TechnicalDetail>{`${check} · ${what} · ${why}`}</TechnicalDetail>
          </li>
        ))}
      </ul>
    </div>
  )
}
