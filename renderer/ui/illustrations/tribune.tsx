import { type ReactNode, useMemo } from 'react'
import { type Tribune, patternOf, type TribunePattern } from '../../../shared/domain/seats/place.ts'
import styles from './tribune-mark.module.css'

/** Band with a stand's colour and pattern, so that colour is not the only cue. */
export function TribuneMark({ tribune }: { tribune: Tribune }) {
  const mask = useMemo(() => tileImage(tribuneTiles[patternOf(tribune.code)]), [tribune.code])
  return (
    <span
      className={styles.mark}
      style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}
      aria-hidden="true"
    >
      <i style={{ maskImage: mask }} />
    </span>
  )
}

/** Band with the name of a stand. `children`: button at the end of the band. */
export function TribuneBand({ tribune, children }: { tribune: Tribune; children?: ReactNode }) {
  return (
    <div className={styles.band} style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}>
      <h2>{tribune.name}</h2>
      <TribuneMark tribune={tribune} />
      {children}
    </div>
  )
}

function tileImage(path: string): string {
  const box = `0 0 ${TILE_SIDE} ${TILE_SIDE}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill-rule="evenodd" d="${path}"/></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/** Returns black or white for text on a colour (`#rrggbb`), at 4.5:1 or more (WCAG 2.2, 1.4.3). */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const luminance = relativeLuminance(color)
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}

/** Returns the relative luminance of a colour, 0 to 1 (WCAG 2.2, "relative luminance"). */
export function relativeLuminance(color: string): number {
  const channel = (from: number): number => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Side length of a tile, in units of its path. */
export const TILE_SIDE = 12

/** Tile of each stand pattern as SVG path data for the even-odd rule, like the printed ticket's pattern. */
export const tribuneTiles: Readonly<Record<TribunePattern, string>> = {
  bars: 'M0 0h6v12H0z',
  bands: 'M0 0h12v6H0z',
  rising: 'M-12 12h6L6 0H0zM0 12h6L18 0h-6z',
  falling: 'M-12 0h6L6 12H0zM0 0h6l12 12h-6z',
  checks: 'M0 0h6v6H0zM6 6h6v6H6z',
  dots: 'M1 3.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1 -5 0zM7 9.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1 -5 0z',
  rings: 'M1 6a5 5 0 1 1 10 0a5 5 0 1 1 -10 0zM3.2 6a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0z',
  diamonds: 'M6 0l4.5 6L6 12L1.5 6z',
  lattice: 'M5 0h2v5h5v2H7v5H5V7H0V5h5z',
  pennants: 'M0 1h12L6 11z',
  chevrons: 'M0 0h5l6 6l-6 6H0l6-6z',
  waves: 'M0 8l6-6l6 6v4L6 6L0 12z',
}
