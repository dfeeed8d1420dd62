import { expect, test } from 'vitest'
import { inkOn } from '../../renderer/ui/illustrations/tribune.tsx'
import { contrast } from '../../renderer/seat-map/paint/text.ts'
import {
  chosenFill,
  cushionOf,
  edgeOf,
  standingBack,
  takenFill,
  takenInk,
} from '../../renderer/seat-map/paint/seat-drawing.ts'
import type { MapTheme } from '../../renderer/seat-map/paint/theme.ts'

const looks = {
  day: { paper: '#fcfcf8', ink: '#12181a', ink2: '#474f50', chosen: '#ffd21f' },
  night: { paper: '#171d1e', ink: '#f4f2ea', ink2: '#b9c0bc', chosen: '#ffd21f' },
  contrast: { paper: '#ffffff', ink: '#000000', ink2: '#000000', chosen: '#ffffff' },
}
const tribunes = {
  red: '#b81d2c',
  grey: '#8a8a8a',
  dark: '#14161a',
  blue: '#1d4f9c',
  yellow: '#f4d03f',
  white: '#ffffff',
}

test.each(
  Object.entries(looks).flatMap(([look, theme]) =>
    Object.entries(tribunes).map(([name, free]) => [look, name, theme as MapTheme, free] as const),
  ),
)(
  'by %s a free seat of a %s tribune stands out, a sold one does not, and numbers can be read',
  (_, __, theme, free) => {
    const edge = edgeOf({ free, theme, categories: 1 })
    expect(contrast(takenInk(theme), takenFill(theme)), 'the cross of a sold seat').toBeGreaterThanOrEqual(3)
    const sold = contrast(takenInk(theme), theme.paper)
    expect(contrast(edge, theme.paper), 'free before sold').toBeGreaterThan(sold + 0.5)
    const cushion = cushionOf({ free, theme, categories: 1 }, false)
    expect(contrast(cushion, inkOn(cushion)), 'a free seat’s number').toBeGreaterThanOrEqual(7)
    expect(contrast(cushion, '#ffffff'), 'bright').toBeLessThan(1.5)
    const back = cushionOf({ free, theme, categories: 1 }, true)
    expect(contrast(back, inkOn(back)), 'the number of one that stands back').toBeGreaterThanOrEqual(4.5)
    expect(contrast(standingBack(free, theme), theme.paper)).toBeLessThan(contrast(edge, theme.paper))
    const chosen = chosenFill(theme)
    expect(contrast(chosen, inkOn(chosen)), 'the number of a chosen one').toBeGreaterThanOrEqual(7)
  },
)
