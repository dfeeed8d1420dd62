import type { SectionLayout } from '../layout/section-layout.ts'
import { widthOf, type TextStyle } from './text.ts'
import type { MapTheme } from './theme.ts'

/** Share of a place that its number may fill. */
export const NUMBER_ROOM = 0.75

/** Seats' numbers, in device pixels. */
export function numberStyle({ codeFont, textSize, ratio }: MapTheme): TextStyle {
  return { family: codeFont, size: textSize * ratio, weight: 800 }
}

/** From seat to seat, in CSS pixels, where every number of the section can be read at the size of all text. */
export function numberedPitch({ seats }: SectionLayout, theme: MapTheme): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pen) return 0
  const style = numberStyle(theme)
  let widest = 0
  for (const number of new Set(seats.map((seat) => seat.number)))
    widest = Math.max(widest, widthOf(pen, `${number}`, style))
  // With a hair more: what is drawn stands on whole pixels.
  return (widest * theme.textSize * 1.02) / NUMBER_ROOM
}
