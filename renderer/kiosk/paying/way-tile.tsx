import { isFree, isNotes, isSlip, tenders, type TenderKind } from '../../../shared/domain/money/tender.ts'
import type { KioskInfo, SaleView, WayToPay } from '../../../shared/kiosk-api/views.ts'
import { useSecondsLeft } from '../../app/use-countdown.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import { useKioskState } from '../state/kiosk-context.tsx'
import { brandPicture } from '../pictures/brand-picture.ts'
import { TenderPicture } from './tender-picture.tsx'
import styles from './way-tile.module.css'

/** How a tender is taken here; undefined for cash, and for what no driver takes any more. */
export function wayOf(info: KioskInfo | null, kind: TenderKind): WayToPay | undefined {
  return info?.ways.find((way) => way.kind === kind)
}

/** A way to pay, in the colour by which people know it; where too little time is left for it, it says so and is none. */
export function WayTile({ kind, sale, onPress }: { kind: TenderKind; sale: SaleView; onPress: () => void }) {
  const i18n = useI18n()
  const { info, busy, saleSeenAt } = useKioskState()
  const way = wayOf(info, kind)
  const { holdRemainingMs } = sale
  // Until it is too late for it; a hold without an end never is.
  const left = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs - (way?.timeMs ?? 0))
  const late = left === 0
  const { color, icon } = tenders[kind]
  const picture = brandPicture(info, kind)
  const disabled = busy || late
  return (
    <button
      type="button"
      className={styles.tile}
      style={{ '--brand': color }}
      data-late={late}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      {picture === null ? <Icon name={way?.shows === 'qr' ? 'scan' : icon} /> : <TenderPicture source={picture} />}
      <span className={styles.words}>
        <span className={styles.name}>{payBy(kind, i18n)}</span>
        {late ? <span>{i18n.t.paying.tooLate}</span> : way ? <How way={way} /> : isNotes(kind) && <NoChange />}
      </span>
    </button>
  )
}

function How({ way }: { way: WayToPay }) {
  const { how } = useI18n().t.paying
  if (way.shows === 'qr') return <span className={styles.how}>{how.scan}</span>
  return way.payer === 'phone' ? <span className={styles.how}>{how.telephone}</span> : null
}

function NoChange() {
  return <span className={styles.how}>{useI18n().t.paying.how.notes}</span>
}

/** `Payer par carte`, `Payer avec Orange Money` */
export function payBy(kind: TenderKind, { t }: I18n): string {
  if (isSlip(kind)) return t.paying.slip.open
  if (isFree(kind)) return t.collecting.ready.print
  return kind === 'card' || kind === 'cash' || kind === 'notes'
    ? t.review.pay[kind]
    : t.paying.with(t.desk.tenders[kind])
}
