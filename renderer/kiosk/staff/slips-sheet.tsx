import { useState, type ReactNode } from 'react'
import { slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import type { CreditSlipView, SlipCopyView } from '../../../shared/kiosk-api/office-views.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Paged } from '../../components/paging/paged.tsx'
import { PageTurner } from '../../components/paging/page-turner.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { slipCopyText, slipFacts } from '../../i18n/slip-copy.ts'
import styles from './slips-sheet.module.css'

export interface SlipsSheetProps {
  /** Oldest first; null until they were listed. */
  readonly slips: readonly CreditSlipView[] | null
  readonly notice: ReactNode
  readonly busy: boolean
  /** What became of the paper; null: none was made. */
  readonly onCopy: (slip: string) => Promise<SlipCopyView | null>
  readonly onBack: () => void
}

/** Credit slips that the kiosk owes, the one of just now first: one whose paper is lost is printed again. */
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
        className={styles.list}
        page={page}
        onPages={setPages}
      />
    </Sheet>
  )
}
