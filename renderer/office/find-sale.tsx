import { useState, type FormEvent } from 'react'
import { collectionCode, inHalves } from '../../shared/domain/sale/collection-code.ts'
import { digitsInNumber } from '../../shared/domain/keypad.ts'
import type { MatchingSale } from '../../shared/domain/sale/sale-file.ts'
import { eventAndDate } from '../i18n/dates.ts'
import type { Problem } from '../app/problem.ts'
import { NoticeCode } from '../components/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import { useOffice } from './office-context.tsx'
import { DataTable } from './office-page.tsx'
import styles from './office.module.css'

export interface FindSaleProps {
  /** References of what was found; null: nothing is looked for any more. */
  readonly onFound: (references: ReadonlySet<string> | null) => void
}

/** Sales found again by the customer's reference, or by whatever else is known of them. */
export function FindSale({ onFound }: FindSaleProps) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  const { invoke, who } = useOffice()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly MatchingSale[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (text.trim() === '') {
      setFound(null)
      onFound(null)
      return
    }
    const reply = await invoke('findSales', { ...who, text: digitsInNumber(text) })
    setProblem(reply.ok ? null : reply.error)
    if (!reply.ok) return
    setFound(reply.value)
    onFound(new Set(reply.value.map(({ saleId }) => collectionCode(saleId))))
  }

  return (
    <section className={styles.part}>
      <form className={styles.field} onSubmit={(event) => void find(event)}>
        <label className={styles.asked}>
          {t.office.findSale}
          <input type="search" value={text} maxLength={100} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit" className={styles.button}>
          {t.office.find}
        </button>
      </form>
      {problem && (
        <p className={styles.notice} role="alert">
          {deskNoticeText(i18n, problem).title}
          <NoticeCode type={problem.type} />
        </p>
      )}
      {found && (
        <DataTable
          caption={t.office.findSale}
          head={[t.office.reference, t.office.event, t.office.seats, t.office.state, t.office.amount]}
          figures={[4]}
          empty={t.staffDesk.notFound}
          rows={found.map((sale) => [
            <span key="reference" className={styles.code}>
              {inHalves(collectionCode(sale.saleId))}
            </span>,
            `${eventAndDate(sale, i18n)} · ${instant(sale.begunUtc)}`,
            <span key="seats" data-code>
              {sale.places.map(({ seatCode }) => seatCode).join(t.common.comma)}
            </span>,
            t.office.states[sale.state],
            money(sale.amount, sale.currency),
          ])}
        />
      )}
    </section>
  )
}
