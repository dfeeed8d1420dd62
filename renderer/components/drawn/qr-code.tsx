import { create } from 'qrcode'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/** Modules to be left white on every side (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4

export interface QrCodeProps {
  readonly text: string
  /** What it is, for who does not see it. */
  readonly label: string
  readonly pixelsPerMillimetre: number
  /** The symbol is at least so wide, without the white round it. */
  readonly millimetres?: number
}

/** A QR code that a telephone reads from an arm's length: dark on white in every theme, its modules whole pixels. */
export function QrCode({ text, label, pixelsPerMillimetre, millimetres = 64 }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const whole = size + 2 * QUIET_ZONE
  const pixels = whole * Math.ceil((millimetres * pixelsPerMillimetre) / size)
  return (
    <svg
      className={styles.code}
      style={{ width: pixels, height: pixels }}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

/** Each run of dark modules in a row as one box. */
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
