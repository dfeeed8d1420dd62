import { isCash, tenders, type TenderKind } from '../../../../shared/domain/money/tender.ts'
import type { SaleView } from '../../../../shared/kiosk-api/views.ts'
import { useSecondsLeft } from '../../../app/use-countdown.ts'
import { PhoneDrawing } from '../../../components/drawn/phone-drawing.tsx'
import { TerminalDrawing } from '../../../components/drawn/terminal-drawing.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { TenderPicture } from '../../paying/tender-picture.tsx'
import { wayOf } from '../../paying/way-tile.tsx'
import { brandPicture } from '../../pictures/brand-picture.ts'
import { useKioskState } from '../../state/kiosk-context.tsx'
import { StaffPerson } from '../drawings/people.tsx'
import { MoneyPicture } from '../money-to-count.tsx'
import { Said } from '../said.tsx'
import styles from './tender-tile.module.css'

export interface TenderTileProps {
  readonly kind: TenderKind
  readonly sale: SaleView
  readonly marked: boolean
  readonly onMark: () => void
}

/** A way to pay: a terminal for cards, a telephone in the colour of its operator, notes that go to one of the staff. */
export function TenderTile({ kind, sale, marked, onMark }: TenderTileProps) {
  const { t } = useI18n()
  const { info, saleSeenAt } = useKioskState()
  const way = wayOf(info, kind)
  const { holdRemainingMs } = sale
  const left = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs - (way?.timeMs ?? 0))
  const late = left === 0
  const name = kind === 'card' || kind === 'cash' ? t.review.pay[kind] : t.paying.with(t.desk.tenders[kind])
  const picture = brandPicture(info, kind)
  return (
    <Said
      words={late ? `${name}. ${t.paying.tooLate}` : name}
      marked={marked}
      onMark={onMark}
      disabled={late}
      look={styles.tile}
    >
      <span className={styles.drawing} style={{ '--brand': tenders[kind].color }} data-kind={kind}>
        {isCash(kind) ? (
          <>
            <StaffPerson />
            <MoneyPicture amount={sale.amount} currency={sale.currency} figure={false} />
          </>
        ) : kind === 'card' ? (
          <TerminalDrawing />
        ) : (
          <PhoneDrawing />
        )}
        {picture !== null && <TenderPicture source={picture} />}
      </span>
      <span className={styles.name}>{name}</span>
    </Said>
  )
}
