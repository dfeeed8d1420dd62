import type { Takings } from '../../shared/domain/money/trade.ts'
import type { CurrencyReport, ProviderReport, TenderReport } from '../../shared/domain/money/shift-report.ts'
import { differenceText } from '../ui/drawer.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { sentence } from '../i18n/dates.ts'
import { dayText } from '../i18n/records.ts'
import { useQuery, useOffice } from './office-context.tsx'
import { DataTable } from './office-page.tsx'
import styles from './office.module.css'

export function ClosureReport({ seq }: { seq: number }) {
  const i18n = useI18n()
  const { t, digits } = i18n
  const { who } = useOffice()
  const { value } = useQuery('viewClosure', { ...who, seq })
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

interface OfCurrency {
  readonly report: CurrencyReport
}

function MoneyReport({ report }: OfCurrency) {
  const { t, money, digits } = useI18n()
  const { currency, events, tenders, rounding = 0, providers, cashiers } = report
  const sum = (amount: number): string => money(amount, currency)
  const count = (value: number): string => digits(String(value))
  const tenderNames: Readonly<Record<string, string>> = t.desk.tenders
  const head = (what: string): readonly string[] => [what, t.office.count, t.office.amount]
  const figuresOf = ({ sold, returned, net }: Takings): readonly string[] => [
    count(net.tickets),
    sum(sold.amount),
    sum(0 - returned.amount),
    sum(net.amount),
  ]
  const zoneRows = events.flatMap(({ title, zones, ...takings }) => [
    [<strong key="title">{title}</strong>, ...figuresOf(takings)],
    ...zones.map(({ name, ...inZone }) => [name, ...figuresOf(inZone)]),
  ])
  const paid = (
    name: string,
    many: number,
    { amount, refunds, refunded }: Omit<TenderReport, 'kind' | 'count'>,
  ): readonly (readonly string[])[] => [
    [name, count(many), sum(amount)],
    ...(refunds > 0 ? [[t.office.refundsOf(name), count(refunds), sum(-refunded)]] : []),
  ]
  return (
    <>
      <DataTable
        caption={t.office.byZone}
        head={[t.office.byZone, t.office.tickets, t.office.sold, t.office.returned, t.office.net]}
        figures={[1, 2, 3, 4]}
        empty={t.office.noTrade}
        rows={zoneRows}
      />
      <div className={styles.charts}>
        <DataTable
          caption={t.office.byTender}
          head={head(t.office.byTender)}
          figures={[1, 2]}
          rows={[
            ...tenders.flatMap((one) => paid(tenderNames[one.kind] ?? one.kind, one.count, one)),
            ...(rounding === 0 ? [] : [[t.office.rounding, '', sum(rounding)]]),
          ]}
        />
        {providers.length > 0 && <ByProvider providers={providers} currency={currency} />}
        <DataTable
          caption={t.office.byCashier}
          head={head(t.office.byCashier)}
          figures={[1, 2]}
          rows={cashiers.flatMap((one) => paid(one.staffId ?? t.office.nobody, one.sales, one))}
        />
        <Sums report={report} />
      </div>
    </>
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

function Sums({ report }: OfCurrency) {
  const i18n = useI18n()
  const { t, money, instant, rate } = i18n
  const { currency, drawer, cashbox, perpetualNet, perpetualAbs, net, returned, sold, taxes, owed } = report
  const { openSlips, hubSlips } = report
  const sum = (amount: number): string => money(amount, currency)
  const moves: readonly (readonly [string, number])[] = drawer
    ? [
        [t.shift.float, drawer.openingFloat],
        [t.shift.paidIn, drawer.paidIn],
        [t.shift.paidOut, -drawer.paidOut],
        [t.shift.droppedInAll, -drawer.dropped],
        [t.office.slipsPaid, -drawer.slipsPaid],
        [t.office.accountsPaid, drawer.accountsPaid],
      ]
    : []
  return (
    <DataTable
      caption={t.office.sums}
      head={[t.office.sums, t.office.amount]}
      figures={[1]}
      rows={[
        [t.office.sold, sum(sold.amount)],
        [t.office.returned, sum(0 - returned.amount)],
        [t.office.net, sum(net.amount)],
        ...taxes.map((share) => {
          const label = t.office.taxOf(rate(share.rate))
          return [taxes.length > 1 ? `${label} · ${sum(share.amount)}` : label, sum(share.tax)]
        }),
        ...(owed === 0 ? [] : [[t.office.owed, sum(owed)]]),
        ...(openSlips.count === 0 ? [] : [[t.office.openSlips, sum(openSlips.amount)]]),
        ...(hubSlips.count === 0 ? [] : [[t.office.hubSlips, sum(hubSlips.amount)]]),
        ...(drawer
          ? [
              ...moves.flatMap(([what, amount]) => (amount === 0 ? [] : [[what, sum(amount)]])),
              [t.office.expected, sum(drawer.expected)],
              ...drawer.counts.map(({ atUtc, staffId, receiver, total, difference }) => [
                [
                  t.shift.counted,
                  instant(atUtc),
                  [staffId, receiver].filter(Boolean).join(' › '),
                  differenceText(i18n, difference, currency),
                ]
                  .filter(Boolean)
                  .join(' · '),
                sum(total),
              ]),
              [t.shift.counted, drawer.counted === null ? t.shift.uncounted : sum(drawer.counted)],
              ...(drawer.counted === null ? [] : [[t.office.overShort, sum(drawer.counted - drawer.expected)]]),
            ]
          : []),
        ...(cashbox?.emptied.flatMap(({ total, difference }) => [
          [t.shift.cashbox.emptied, sum(total)],
          [t.office.overShort, sum(difference)],
        ]) ?? []),
        ...(cashbox
          ? [[t.shift.cashbox.title, sum(cashbox.notes.reduce((all, { value, count }) => all + value * count, 0))]]
          : []),
        [t.office.perpetualNet, sum(perpetualNet)],
        [t.office.perpetualAbs, sum(perpetualAbs)],
      ]}
    />
  )
}
