import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inkOn } from '../../../renderer/components/drawn/tribune-colors.ts'

/** WCAG 2.2, "contrast ratio" and "relative luminance", written once more. */
function contrast(a: string, b: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4)
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

test('words on a tribune’s colour are legible, whatever the colour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      expect(contrast(inkOn(color), color)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
