import type { CurrencyReport, ProviderReport } from '../../shared/domain/money/shift-report.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { sentence } from '../i18n/sentence.ts'
import { dayText } from '../i18n/terminal-day.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { DataTable } from './office-page.tsx'
import styles from './office.module.css'

/** What a closure says, as on its paper: by event and zone, tender and cashier, the drawer, and the totals since the first sale. */
export function ClosureReport({ seq }: { seq: number }) {
  const i18n = useI18n()
  const { t, digits } = i18n
  const { who } = useOffice()
  const { value } = useAsked('viewClosure', { ...who, seq })
  if (!value) return <p className={styles.quiet}>{t.common.wait}</p>
  const { kind, shiftNo, sales, duplicates, waiting, currencies, terminalDays, anchor } = value
  return (
    <article className={styles.part} aria-label={`${kind} ${shiftNo}`}>
      <h2>
        {kind} {digits(String(shiftNo))}
      </h2>
      <p className={styles.quiet}>{t.office.counts(sales, duplicates, waiting)}</p>
      {currencies.map((one) => (
        <MoneyReport key={one.currency} report={one} />
      ))}
      {terminalDays.map((day) => (
        <p key={`${day.kind} ${day.driver}`}>
          <strong>{sentence(t.shift.terminalDay.title)}</strong> {dayText(i18n, day)}
        </p>
      ))}
      <p className={styles.code}>
        {t.office.rows} {anchor.firstSeq} – {anchor.lastSeq} · {anchor.hash}
      </p>
    </article>
  )
}

function MoneyReport({ report }: { report: CurrencyReport }) {
  const { t, money, digits } = useI18n()
  const { currency, events, tenders, providers, cashiers } = report
  const sum = (amount: number): string => money(amount, currency)
  const count = (value: number): string => digits(String(value))
  const tenderNames: Readonly<Record<string, string>> = t.desk.tenders
  const head = (what: string): readonly string[] => [what, t.office.count, t.office.amount]
  const zoneRows = events.flatMap(({ title, tickets, amount, zones }) => [
    [<strong key="title">{title}</strong>, count(tickets), sum(amount)],
    ...zones.map((zone) => [zone.name, count(zone.tickets), sum(zone.amount)]),
  ])
  return (
    <div className={styles.charts}>
      <DataTable
        caption={t.office.byZone}
        head={head(t.office.byZone)}
        figures={[1, 2]}
        empty={t.office.noTrade}
        rows={zoneRows}
      />
      <DataTable
        caption={t.office.byTender}
        head={head(t.office.byTender)}
        figures={[1, 2]}
        rows={tenders.flatMap((one) => [
          [tenderNames[one.kind] ?? one.kind, count(one.count), sum(one.amount)],
          ...(one.refunds > 0
            ? [[t.office.refundsOf(tenderNames[one.kind] ?? one.kind), count(one.refunds), sum(-one.refunded)]]
            : []),
        ])}
      />
      {providers.length > 0 && <ByProvider providers={providers} currency={currency} />}
      <DataTable
        caption={t.office.byCashier}
        head={head(t.office.byCashier)}
        figures={[1, 2]}
        rows={cashiers.map((one) => [
          one.staffId ?? t.office.nobody,
          count(one.count + one.refunds),
          sum(one.amount - one.refunded),
        ])}
      />
      <Sums report={report} />
    </div>
  )
}

function ByProvider({ providers, currency }: Pick<CurrencyReport, 'providers' | 'currency'>) {
  const { t, money, digits } = useI18n()
  const tenderNames: Readonly<Record<string, string>> = t.desk.tenders
  const providerNames: Readonly<Record<string, string>> = t.office.providers
  const rowsOf = ({
    kind,
    driver,
    open,
    refunding,
    unmatched,
    ...sums
  }: ProviderReport): readonly (readonly string[])[] => {
    const name = `${tenderNames[kind] ?? kind} · ${providerNames[driver] ?? driver}`
    const row = (what: string, count: number, amount: number): readonly string[] => [
      what,
      digits(String(count)),
      money(amount, currency),
    ]
    return [
      row(name, sums.count, sums.amount),
      ...(sums.refunds > 0 ? [row(t.office.refundsOf(name), sums.refunds, -sums.refunded)] : []),
      ...(open.count > 0 ? [row(t.office.openOf(name), open.count, open.amount)] : []),
      ...(refunding.count > 0 ? [row(t.office.refundingOf(name), refunding.count, refunding.amount)] : []),
      ...(unmatched.count > 0 ? [row(t.office.unmatchedOf(name), unmatched.count, unmatched.amount)] : []),
    ]
  }
  return (
    <DataTable
      caption={t.office.byProvider}
      head={[t.office.byProvider, t.office.count, t.office.amount]}
      figures={[1, 2]}
      rows={providers.flatMap(rowsOf)}
    />
  )
}

function Sums({ report }: { report: CurrencyReport }) {
  const { t, money } = useI18n()
  const { currency, drawer, noteBox, perpetualNet, perpetualAbs, net, refunded, sold, owed } = report
  const { openSlips, hubSlips } = report
  const sum = (amount: number): string => money(amount, currency)
  const moves: readonly (readonly [string, number])[] = drawer
    ? [
        [t.shift.float, drawer.openingFloat],
        [t.shift.paidIn, drawer.paidIn],
        [t.shift.paidOut, -drawer.paidOut],
        [t.shift.droppedInAll, -drawer.dropped],
        [t.office.slipsPaid, -drawer.slipsPaid],
      ]
    : []
  return (
    <DataTable
      caption={t.office.sums}
      head={[t.office.sums, t.office.amount]}
      figures={[1]}
      rows={[
        [t.office.sold, sum(sold)],
        [t.office.refunded, sum(0 - refunded)],
        [t.office.net, sum(net)],
        ...(owed === 0 ? [] : [[t.office.owed, sum(owed)]]),
        ...(openSlips.count === 0 ? [] : [[t.office.openSlips, sum(openSlips.amount)]]),
        ...(hubSlips.count === 0 ? [] : [[t.office.hubSlips, sum(hubSlips.amount)]]),
        ...(drawer
          ? [
              ...moves.flatMap(([what, amount]) => (amount === 0 ? [] : [[what, sum(amount)]])),
              [t.office.expected, sum(drawer.expected)],
              [t.shift.counted, drawer.counted === null ? t.shift.uncounted : sum(drawer.counted)],
              ...(drawer.counted === null ? [] : [[t.office.overShort, sum(drawer.counted - drawer.expected)]]),
            ]
          : []),
        ...(noteBox?.emptied.flatMap(({ total, difference }) => [
          [t.shift.noteBox.emptied, sum(total)],
          [t.office.overShort, sum(difference)],
        ]) ?? []),
        ...(noteBox
          ? [[t.shift.noteBox.title, sum(noteBox.notes.reduce((all, { value, count }) => all + value * count, 0))]]
          : []),
        [t.office.perpetualNet, sum(perpetualNet)],
        [t.office.perpetualAbs, sum(perpetualAbs)],
      ]}
    />
  )
}
