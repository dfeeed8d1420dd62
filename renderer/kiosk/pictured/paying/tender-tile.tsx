import { isCash, isNotes, isSlip, tenders, type TenderKind } from '../../../../shared/domain/money/tender.ts'
import type { SaleView } from '../../../../shared/kiosk-api/views.ts'
import { useSecondsLeft } from '../../../app/use-countdown.ts'
import { PhoneDrawing } from '../../../components/drawn/phone-drawing.tsx'
import { TerminalDrawing } from '../../../components/drawn/terminal-drawing.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { TenderPicture } from '../../paying/tender-picture.tsx'
import { payBy, wayOf } from '../../paying/way-tile.tsx'
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

/** A way to pay: a terminal for cards, a telephone in the colour of its operator, notes that go to one of the staff, or the paper of a slip. */
export function TenderTile({ kind, sale, marked, onMark }: TenderTileProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { info, saleSeenAt } = useKioskState()
  const way = wayOf(info, kind)
  const { holdRemainingMs } = sale
  const left = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs - (way?.timeMs ?? 0))
  const late = left === 0
  const name = payBy(kind, i18n)
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
        <Drawing kind={kind} sale={sale} />
        {picture !== null && <TenderPicture source={picture} />}
      </span>
      <span className={styles.name}>{name}</span>
    </Said>
  )
}

function Drawing({ kind, sale }: Pick<TenderTileProps, 'kind' | 'sale'>) {
  if (kind === 'card') return <TerminalDrawing />
  if (isSlip(kind)) return <Icon name={tenders[kind].icon} />
  if (!isCash(kind) && !isNotes(kind)) return <PhoneDrawing />
  return (
    <>
      {isCash(kind) && <StaffPerson />}
      <MoneyPicture amount={sale.amount} currency={sale.currency} figure={false} />
    </>
  )
}
