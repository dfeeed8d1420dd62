import { create } from 'qrcode'
import { type ReactNode, useMemo } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import paper from '../../styles/paper.module.css'
import styles from './paper.module.css'

export interface CouponField {
  readonly label: string
  /** Null until the value is chosen. */
  readonly value: ReactNode | null
  readonly strong?: boolean
}

/** Ticket that is filled in step by step: a chosen value is shown in ink, and a missing value as a dotted line. */
export function TicketStub({
  label,
  toFill,
  fields,
}: {
  label: string
  toFill: string
  fields: readonly CouponField[]
}) {
  return (
    <dl className={styles.coupon} aria-label={label} data-stub>
      {fields.map(({ label: name, value, strong = false }) => (
        <div key={name} className={`${styles.field} ${strong ? styles.strong : ''}`} data-filled={value !== null}>
          <dt>{name}</dt>
          <dd>
            {value ?? (
              <>
                <span className={styles.blank} aria-hidden="true" />
                <span className="unseen">{toFill}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Number of QR code modules left white on every side (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4

interface QrCodeProps {
  readonly text: string
  readonly label: string
  readonly pixelsPerMillimetre: number
  /** Minimum width of the symbol without the quiet zone, in millimetres. */
  readonly millimetres?: number
}

/**
 * QR code that a phone can read at arm's length: dark on white in every theme, with modules of whole pixels. Styles can
 * set `--qr` to a larger width.
 */
export function QrCode({ text, label, pixelsPerMillimetre, millimetres = 64 }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const whole = size + 2 * QUIET_ZONE
  const pixels = whole * Math.ceil((millimetres * pixelsPerMillimetre) / size)
  return (
    <svg
      className={styles.code}
      style={{ width: `max(${pixels}px, round(down, var(--qr, 0px), ${whole}px))` }}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

/** Returns the size of the QR code in modules, and a path with one box for each horizontal run of dark modules. */
function drawn(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Array.from({ length: size }, (_, x) => (data[y * size + x] ? '1' : '0')).join('')
    return [...row.matchAll(/1+/gu)]
      .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
      .join('')
  })
  return { size, path: rows.join('') }
}

interface SlipProps {
  readonly onPress: () => void
  readonly stub: ReactNode
  readonly children: ReactNode
}

/** Small ticket that can be selected from several tickets; the whole ticket is a button. */
export function Slip({ onPress, stub, children }: SlipProps) {
  return (
    <button type="button" className={`${paper.slip} ${styles.slip}`} onClick={onPress}>
      <span className={`${paper.main} ${styles.main}`}>
        <span className={styles.text}>{children}</span>
      </span>
      <span className={paper.perforation} aria-hidden="true" />
      <span className={`${paper.stub} ${styles.stub}`}>{stub}</span>
    </button>
  )
}

/** Band shown on every screen in training mode. `children`: button that ends the training. */
export function TrainingBand({ body, children }: { readonly body: string; readonly children?: ReactNode }) {
  const { t } = useI18n()
  return (
    <div className={styles.band} role="status" data-training>
      <strong>{t.tools.training}</strong>
      <span>{body}</span>
      {children}
    </div>
  )
}
