import type { TribunePattern } from '../../../shared/domain/venue/tribune-pattern.ts'

/** Side of a tile, in the units of its path. */
export const TILE_SIDE = 12

/**
 * One tile of each pattern as the data of an SVG path, to be filled by the even-odd rule: what stands beside the colour on
 * every screen, and looks like the pattern on the printed ticket.
 */
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
