import { useEffect, useRef, useState } from 'react'
import { isInstant, localTime } from '../../shared/domain/documents/local-date.ts'
import { type Settled, settledText } from '../../shared/domain/money/settlement.ts'
import type { SettlementView } from '../../shared/api/kiosk/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage, OfficeSection, OfficeSelect, ProblemNote } from './office-page.tsx'
import styles from './office.module.css'
import { ShiftChoice } from './shifts-page.tsx'

const LOOK_EVERY_MS = 700

export function ReconcilePage() {
  const { t, money, instant } = useI18n()
  const { invoke, who } = useOffice()
  const [shiftNo, setShiftNo] = useState<number | null>(null)
  const { problem, send } = useCommand()
  const compared = useQuery('viewReconcile', who)
  const view = compared.value
  const underWay = view !== null && view.doneUtc === null
  const { again } = compared
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(again, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [underWay, again])
  const start = (): void =>
    void send(invoke('startReconcile', shiftNo === null ? who : { ...who, shiftNo })).then(again)
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

/** Number of file bytes sent with each command, before Base64 encoding. A command is limited to 64 KB. */
const PIECE_BYTES = 30_000

/** Compares a provider's report with the payments in the ledger, and shows every difference. */
function SettlementPart() {
  const i18n = useI18n()
  const { t } = i18n
  const { invoke, who } = useOffice()
  const words = t.office.settlement
  const providers = Object.entries(t.office.providers)
  const [driver, setDriver] = useState(providers[0]?.[0] ?? '')
  const [recent] = useState(() => recentDays(i18n.timeZone))
  const [period, setPeriod] = useState({ from: recent[0] ?? '', to: recent[0] ?? '' })
  const [report, setReport] = useState<File | null>(null)
  const [view, setView] = useState<SettlementView | null>(null)
  const [comparing, setComparing] = useState(false)
  const { problem, send } = useCommand()
  const picker = useRef<HTMLInputElement>(null)

  async function compare(file: File): Promise<void> {
    setComparing(true)
    setView(null)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const size = bytes.length
    for (let at = 0; at === 0 || at < size; at += PIECE_BYTES) {
      const piece = base64(bytes.subarray(at, at + PIECE_BYTES))
      const reply = await send(invoke('reconcileSettlement', { ...who, driver, ...period, piece, at, size }))
      if (!reply.ok) break
      setView(reply.value)
    }
    setComparing(false)
  }

  return (
    <OfficeSection words={words}>
      <div className="row wrap middle gap-60">
        <OfficeSelect
          label={words.provider}
          value={driver}
          options={providers.map(([name, label]) => [name, `${label} (${name})`])}
          onChoose={setDriver}
        />
        <PeriodChoice recent={recent} period={period} onChoose={setPeriod} />
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={words.choose}
          accept=".csv,.txt,text/csv"
          onChange={({ target }) => setReport(target.files?.[0] ?? null)}
        />
        <OfficeButton onPress={() => picker.current?.click()}>
          {report ? words.chosen(report.name) : words.choose}
        </OfficeButton>
        <OfficeButton strong disabled={comparing || report === null} onPress={() => void (report && compare(report))}>
          {t.office.compare}
        </OfficeButton>
      </div>
      {problem && <ProblemNote problem={problem} />}
      <p role="status">{comparing && t.common.wait}</p>
      {view && <Compared view={view} />}
    </OfficeSection>
  )
}

interface Period {
  readonly from: string
  readonly to: string
}

interface PeriodChoiceProps {
  readonly recent: readonly string[]
  readonly period: Period
  readonly onChoose: (period: Period) => void
}

/** Selects the first and last day of a period. If the days would be reversed, both become the day selected last. */
function PeriodChoice({ recent, period: { from, to }, onChoose }: PeriodChoiceProps) {
  const { t, date } = useI18n()
  const { settlement } = t.office
  const options = recent.map((day) => [day, date(`${day}T00:00:00`).day] as const)
  return (
    <>
      <OfficeSelect
        label={settlement.from}
        value={from}
        options={options}
        onChoose={(day) => onChoose({ from: day, to: to < day ? day : to })}
      />
      <OfficeSelect
        label={settlement.to}
        value={to}
        options={options}
        onChoose={(day) => onChoose({ from: day < from ? day : from, to: day })}
      />
    </>
  )
}

function Compared({ view }: { readonly view: SettlementView }) {
  const { t, money, instant } = useI18n()
  const words = t.office.settlement
  const { payments, lines, agreed, sums, differences, csv } = view
  const said = (settled: Settled | null): string =>
    settledText(settled, (standing) => words.standings[standing], money) || '–'
  return (
    <>
      <p className={differences.length === 0 ? styles.good : styles.quiet} role="status">
        <strong>{t.office.compared(differences.length)}</strong> {words.of(payments, lines, agreed)}{' '}
        {sums
          .map(({ currency, paid, refunded, fees }) =>
            words.sums(money(paid, currency), money(refunded, currency), money(fees, currency)),
          )
          .join(' ')}
      </p>
      {csv !== '' && <p className={styles.code}>{t.service.reportFile(csv)}</p>}
      {differences.length > 0 && (
        <DataTable
          caption={t.office.differences}
          head={[t.office.difference, words.payment, t.office.amount, t.office.here, words.there, t.office.toDo]}
          figures={[2]}
          rows={differences.map((one) => [
            <strong key="kind">{words.kinds[one.kind]}</strong>,
            <span key="payment">
              <span className={styles.code}>{one.name}</span>
              <br />
              {isInstant(one.at) ? instant(one.at) : one.at}
            </span>,
            one.amount === 0 ? '–' : money(one.amount, one.currency),
            said(one.here),
            said(one.there),
            words.advice[one.kind],
          ])}
        />
      )}
    </>
  )
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Returns the last 62 days in an IANA time zone, latest first, as dates like `2026-11-22`. */
export function recentDays(timeZone: string): readonly string[] {
  const today = Date.parse(`${localTime(Date.now(), timeZone)}Z`)
  return Array.from({ length: 62 }, (_, back) => new Date(today - back * 86_400_000).toISOString().slice(0, 10))
}
