import { type ReactNode, useState } from 'react'
import { slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import { COLLECTION_CODE_LENGTH } from '../../../shared/domain/sale/collection-code.ts'
import type { MatchingSale } from '../../../shared/domain/sale/sale-file.ts'
import type { CreditSlipView, SlipCopyView } from '../../../shared/kiosk-api/office-views.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Paged, PageTurner } from '../../components/paged.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { slipCopyText, slipFacts } from '../../i18n/records.ts'
import { CodePad } from '../collecting/code-screen.tsx'
import styles from './find-sheet.module.css'
import slipsSheetStyles from './slips-sheet.module.css'

interface FindSheetProps {
  /** Null before the first search. */
  readonly found: readonly MatchingSale[] | null
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onFind: (reference: string) => void
  readonly onAgain: () => void
  readonly onBack: () => void
}

/**
 * Takes a customer's reference, typed or scanned. Opens the pending question about the sale, or else shows the status
 * of the sale.
 */
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

interface SlipsSheetProps {
  /** Oldest first. Null until the list has loaded. */
  readonly slips: readonly CreditSlipView[] | null
  readonly notice: ReactNode
  readonly busy: boolean
  /** Resolves to the result of the reprint. Null if no copy was made. */
  readonly onCopy: (slip: string) => Promise<SlipCopyView | null>
  readonly onBack: () => void
}

/** The open credit vouchers of the kiosk, newest first. A voucher whose paper is lost can be reprinted. */
export function SlipsSheet({ slips, notice, busy, onCopy, onBack }: SlipsSheetProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const [chosen, setChosen] = useState('')
  const [told, setTold] = useState('')
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const words = t.shift.slipCopy

  async function copy(): Promise<void> {
    const copied = await onCopy(chosen)
    setTold(copied ? slipCopyText(i18n, copied) : '')
    if (copied?.paper === 'printed') setChosen('')
  }

  return (
    <Sheet
      title={t.office.openSlips}
      turn={told}
      lead={told || (slips?.length === 0 ? t.office.slips.none : words.lead)}
      leadRole="status"
      notice={notice}
      actions={
        <>
          {slips?.length !== 0 && (
            <Button kind="primary" icon="printer" disabled={busy || chosen === ''} onPress={() => void copy()}>
              {words.print}
            </Button>
          )}
          <PageTurner page={page} pages={pages} onPage={setPage} />
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <Paged
        items={slips?.toReversed() ?? []}
        keyOf={({ slipId }) => slipId}
        render={(slip) => (
          <Choice
            chosen={slip.slipId === chosen}
            disabled={slip.elsewhere === 'spent'}
            icon="slip"
            onPress={() => {
              setTold('')
              setChosen(slip.slipId)
            }}
          >
            <strong>{money(slip.amount, slip.currency)}</strong>
            <span>
              <bdi data-code>{slipInHalves(slip.slipId)}</bdi>
            </span>
            <span>{slipFacts(i18n, slip)}</span>
          </Choice>
        )}
        className={slipsSheetStyles.list}
        page={page}
        onPages={setPages}
      />
    </Sheet>
  )
}
