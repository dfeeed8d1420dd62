import { useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useKept, useOffice } from './office-context.tsx'
import { DataTable, OfficePage } from './office-page.tsx'
import { FindSale } from './find-sale.tsx'
import { WaitingCases } from './waiting-cases.tsx'
import styles from './office.module.css'

/** Every sale that is not over: those that go on, and those that stand still until somebody answers. */
export function OpenSalesPage() {
  const { t, money } = useI18n()
  const { who, may } = useOffice()
  const [sought, setSought] = useState<ReadonlySet<string> | null>(null)
  const sales = useKept('listOpenSales', who)
  const open = sales.value ?? []
  const going = open.filter(({ question }) => question === null)
  return (
    <OfficePage title={t.office.pages.sales} problem={sales.problem}>
      {may('findSales') && <FindSale onFound={setSought} />}
      <WaitingCases sought={sought} onSettled={sales.again} />
      <section className={styles.part}>
        <h2>{t.office.underWay}</h2>
        <DataTable
          caption={t.office.underWay}
          head={[t.office.event, t.office.seats, t.office.state, t.office.amount, t.office.reference]}
          figures={[3]}
          empty={sales.value ? t.office.noneUnderWay : t.common.wait}
          rows={going.map((sale) => [
            sale.eventTitle,
            <span key="seats" data-code>
              {sale.seatCodes.join(t.common.comma)}
            </span>,
            t.office.states[sale.state],
            money(sale.amount, sale.currency),
            <span key="reference" className={styles.code}>
              {sale.reference}
            </span>,
          ])}
        />
      </section>
    </OfficePage>
  )
}
