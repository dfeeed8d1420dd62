import { isCash, isFree, isNotes, isSlip, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { tenders } from '../../../shared/ledger-format/money.ts'
import type { KioskInfo, SaleView, WayToPay } from '../../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { inkOn } from '../../ui/illustrations/tribune.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import { brandPicture } from '../event-picture.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './ways.module.css'

interface WaysProps {
  readonly kinds: readonly TenderKind[]
  readonly sale: SaleView
  readonly onPay: (kind: TenderKind) => void
}

/** Number of tenders above which the tiles and the ticket use compact layouts. */
export const MANY = 5

/** Payment buttons for the tenders. The first two tiles are the largest; the tiles fill each row. */
export function Ways({ kinds, sale, onPay }: WaysProps) {
  return (
    <div
      className={styles.ways}
      style={{
        '--rows': Math.min(
          kinds.length,
          1 + (kinds.length > MANY ? Math.ceil(kinds.length / 2) - 1 : kinds.length - 2),
        ),
      }}
      data-ways={kinds.length}
      data-many={kinds.length > MANY || undefined}
    >
      {kinds.map((kind, at) => (
        <WayTile key={kind} kind={kind} sale={sale} {...spansOf(at, kinds.length)} onPress={() => onPay(kind)} />
      ))}
    </div>
  )
}

/** Number of grid columns, out of six, that a tile spans on an upright and on a wide screen. */
interface Spans {
  readonly upright: number
  readonly wide: number
}

function spansOf(at: number, count: number): Spans {
  if (count === 1) return { upright: 6, wide: 6 }
  if (at < 2) return { upright: 3, wide: 3 }
  const [others, index] = [count - 2, at - 2]
  const isAlone = others % 2 === 1 && index === others - 1
  // On an upright screen, the last three of an odd number of tiles share a row.
  const isThird = others % 2 === 1 && others > 1 && index >= others - 3
  return { upright: isThird ? 2 : isAlone ? 6 : 3, wide: others <= 3 || isAlone ? 6 : 3 }
}

interface WayTileProps extends Spans {
  readonly kind: TenderKind
  readonly sale: SaleView
  readonly onPress: () => void
}

/** Stub colour for payment with banknotes, a tender without an operator. */
const NOTES_GREEN = '#1f7a3d'

/**
 * Payment button drawn as a ticket, with a stub in the operator's colour. If the remaining hold is too short for the
 * payment, the button is disabled and shows the reason.
 */
function WayTile({ kind, sale, upright, wide, onPress }: WayTileProps) {
  const i18n = useI18n()
  const { info, busy, saleSeenAt } = useKioskState()
  const way = wayOf(info, kind)
  const { holdRemainingMs } = sale
  // Seconds until the remaining hold is too short for a payment with this tender; null if the hold does not expire.
  const left = useSecondsLeft(holdRemainingMs === null ? null : saleSeenAt + holdRemainingMs - (way?.timeMs ?? 0))
  const late = left === 0
  const { icon } = tenders[kind]
  const color = isNotes(kind) ? NOTES_GREEN : tenders[kind].color
  const picture = brandPicture(info, kind)
  const disabled = busy || late
  return (
    <button
      type="button"
      className={styles.tile}
      style={{ '--upright': upright, '--wide': wide, ...(color && { '--brand': color, '--on-brand': inkOn(color) }) }}
      data-late={late}
      data-third={upright === 2 || undefined}
      data-alone={upright === 6 || undefined}
      data-row={wide === 6 || undefined}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      <span className={styles.stub} data-plain={picture !== null || undefined}>
        {picture === null ? <Icon name={icon} /> : <TenderPicture source={picture} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{payBy(kind, i18n, sale)}</span>
        {late ? <span>{i18n.t.paying.tooLate}</span> : <How kind={kind} way={way} />}
      </span>
    </button>
  )
}

function How({ kind, way }: { kind: TenderKind; way: WayToPay | undefined }) {
  const { how } = useI18n().t.paying
  // Shown in every layout, because it distinguishes cash from the banknotes that the reader takes.
  if (isCash(kind)) return <span className={styles.to}>{how.cash}</span>
  const words =
    way?.shows === 'qr' ? how.scan : way?.payer === 'phone' ? how.telephone : isNotes(kind) ? how.notes : null
  return words && <span className={styles.how}>{words}</span>
}

/** Returns the driver's properties of a tender; undefined for a tender without a driver, such as cash. */
export function wayOf(info: KioskInfo | null, kind: TenderKind): WayToPay | undefined {
  return info?.ways.find((way) => way.kind === kind)
}

/** Returns the label of a payment button, such as `Carte` or `Orange Money`. */
export function payBy(kind: TenderKind, { t }: I18n, { telephone }: SaleView): string {
  if (isSlip(kind)) return t.paying.slip.open
  if (isFree(kind)) return telephone?.chosen ? t.done.telephone.get : t.collecting.ready.print
  return kind === 'card' || isCash(kind) || isNotes(kind) ? t.review.pay[kind] : t.desk.tenders[kind]
}

/** Venue's picture of a tender, without a text alternative because the adjacent text names the tender. */
export function TenderPicture({ source }: { readonly source: string }) {
  return <img className={styles.picture} src={source} alt="" />
}
