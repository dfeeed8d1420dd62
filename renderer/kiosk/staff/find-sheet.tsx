import { useState, type ReactNode } from 'react'
import { COLLECTION_CODE_LENGTH } from '../../../shared/domain/sale/collection-code.ts'
import type { MatchingSale } from '../../../shared/domain/sale/sale-file.ts'
import { Button } from '../../components/button.tsx'
import { eventAndDate } from '../../i18n/dates.ts'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CodePad } from '../collecting/code-pad.tsx'
import styles from './find-sheet.module.css'

export interface FindSheetProps {
  /** Null: nothing was looked for. */
  readonly found: readonly MatchingSale[] | null
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onFind: (reference: string) => void
  readonly onAgain: () => void
  readonly onBack: () => void
}

/** A customer's reference, typed or scanned: the question about their sale opens, or else where the sale stands. */
export function FindSheet({ found, notice, busy, onFind, onAgain, onBack }: FindSheetProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const type = (next: string): void => {
    setTyped(next.length === COLLECTION_CODE_LENGTH ? '' : next)
    if (next.length === COLLECTION_CODE_LENGTH) onFind(next)
  }
  const isThere = found !== null && found.length > 0
  const lead = found === null ? t.staffDesk.findBody : isThere ? t.staffDesk.noQuestion : t.staffDesk.notFound
  return (
    <Sheet
      title={t.staffDesk.find}
      turn={lead}
      lead={lead}
      leadRole="status"
      notice={notice}
      actions={
        <>
          {isThere && (
            <Button icon="ticket" onPress={onAgain}>
              {t.staff.reference}
            </Button>
          )}
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      {isThere ? (
        found.map((sale) => <FoundSale key={sale.saleId} sale={sale} />)
      ) : (
        <CodePad typed={typed} disabled={busy} onTyped={type} />
      )}
    </Sheet>
  )
}

function FoundSale({ sale }: { sale: MatchingSale }) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  const { begunUtc, places, amount, currency, state } = sale
  return (
    <p className={styles.found}>
      <b>{t.office.states[state]}</b>
      <span>
        {eventAndDate(sale, i18n)} · <span data-code>{places.map(({ seatCode }) => seatCode).join(' · ')}</span>
      </span>
      <span>
        {instant(begunUtc)} · {money(amount, currency)}
      </span>
    </p>
  )
}
