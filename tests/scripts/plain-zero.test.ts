import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { expect, test } from 'vitest'
import { plainZero, weights } from '../../scripts/plain-zero.ts'

const fileOf = (weight: number): Buffer =>
  readFileSync(new URL(`../../renderer/styles/plain-zero-${weight}.ttf`, import.meta.url))

test.each(weights)('the plain zero of weight %d is the font’s own without its slash: npm run plain-zero', (weight) => {
  expect(fileOf(weight).equals(plainZero(weight))).toBe(true)
  const font = fontkit.create(fileOf(weight))
  if (!('layout' in font)) throw new Error('a collection')
  const [zero] = font.layout('0').glyphs
  // As wide as every other tabular figure, an outline and one hole.
  expect(zero?.advanceWidth).toBe(632)
  expect(zero?.path.commands.filter(({ command }) => command === 'moveTo')).toHaveLength(2)
})
