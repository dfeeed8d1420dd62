import { useState } from 'react'
import { COLLECTION_CODE_LENGTH, inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { MatchingSale } from '../../../shared/domain/sale/sale-file.ts'
import type { CreditSlipView } from '../../../shared/api/kiosk/office-views.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { slipCopyText, slipFacts } from '../../i18n/records.ts'
import { CodePad } from '../collecting/code-screen.tsx'
import styles from './find-sheet.module.css'
import type { Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

interface FindSheetProps {
  readonly staff: Staff
  /** Sales found; null before the first search. */
  readonly found: readonly MatchingSale[] | null
}

/** Asks for the reference of a sale, and shows the sale's pending question or status. */
export function FindSheet({ staff, found }: FindSheetProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const type = (next: string): void => {
    setTyped(next.length === COLLECTION_CODE_LENGTH ? '' : next)
    if (next.length === COLLECTION_CODE_LENGTH) void staff.find(next)
  }
  const isThere = found !== null && found.length > 0
  const lead = found === null ? t.staffDesk.findBody : isThere ? t.staffDesk.noQuestion : t.staffDesk.notFound
  return (
    <StaffSheet
      staff={staff}
      title={t.staffDesk.find}
      turn={lead}
      lead={lead}
      leadRole="status"
      actions={
        isThere && (
          <Button icon="ticket" onPress={staff.beginFinding}>
            {t.staff.reference}
          </Button>
        )
      }
    >
      {isThere ? (
        found.map((sale) => <FoundSale key={sale.saleId} sale={sale} />)
      ) : (
        <CodePad typed={typed} disabled={staff.desk.busy} onTyped={type} />
      )}
    </StaffSheet>
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
  readonly staff: Staff
  /** Open credit vouchers, oldest first. Null until the list has loaded. */
  readonly slips: readonly CreditSlipView[] | null
}

/** Open credit vouchers of the kiosk, newest first. A voucher whose paper is lost can be reprinted. */
export function SlipsSheet({ staff, slips }: SlipsSheetProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const [chosen, setChosen] = useState('')
  const [told, setTold] = useState('')
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const words = t.shift.slipCopy

  async function copy(): Promise<void> {
    const copied = await staff.copySlip(chosen)
    setTold(copied.ok ? slipCopyText(i18n, copied.value) : '')
    if (copied.ok && copied.value.paper === 'printed') setChosen('')
  }

  return (
    <StaffSheet
      staff={staff}
      title={t.office.openSlips}
      turn={told}
      lead={told || (slips?.length === 0 ? t.office.slips.none : words.lead)}
      leadRole="status"
      actions={
        <>
          {slips?.length !== 0 && (
            <Button
              kind="primary"
              icon="printer"
              disabled={staff.desk.busy || chosen === ''}
              onPress={() => void copy()}
            >
              {words.print}
            </Button>
          )}
          <PageTurner page={page} pages={pages} onPage={setPage} />
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
              <bdi data-code>{inHalves(slip.slipId)}</bdi>
            </span>
            <span>{slipFacts(i18n, slip)}</span>
          </Choice>
        )}
        className={styles.list}
        page={page}
        onPages={setPages}
      />
    </StaffSheet>
  )
}
