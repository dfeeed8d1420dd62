import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inkOn } from '../../../renderer/components/drawn/tribune-colors.ts'
import { contrast } from '../../support/contrast.ts'

test('words on a tribune’s colour are legible, whatever the colour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      expect(contrast(inkOn(color), color)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
