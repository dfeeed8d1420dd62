import { expect, test } from 'vitest'
import { parsePaper, sheetOf } from '../../shared/domain/documents/paper.ts'

test('papers are named, or measured in millimetres', () => {
  for (const paper of ['a4', 'a6', 'roll-80', 'roll-58', '210x74']) {
    expect(parsePaper(paper)).toEqual({ ok: true, value: paper })
  }
  for (const paper of ['letter', '210', '210x', '0x74', '210 x 74', '2100x740', '2210x74', '210x74x']) {
    expect(parsePaper(paper)).toEqual({ ok: false, error: { type: 'unknown-paper' } })
  }
})

// The narrowest and squarest of either shape, and the largest.
test.each([
  ['a6', { width: 105, height: 148, shape: 'portrait' }],
  ['74x105', { width: 74, height: 105, shape: 'portrait' }],
  ['80x100', { width: 80, height: 100, shape: 'portrait' }],
  ['336x420', { width: 336, height: 420, shape: 'portrait' }],
  ['140x100', { width: 140, height: 100, shape: 'landscape' }],
  ['140x60', { width: 140, height: 60, shape: 'landscape' }],
  ['420x300', { width: 420, height: 300, shape: 'landscape' }],
] as const)('%s is stock that a ticket stands on: %o', (paper, sheet) => {
  expect(sheetOf(paper)).toEqual({ ok: true, value: sheet })
})

test.each([
  '60x100',
  '73x105',
  '100x100',
  '80x99',
  '139x60',
  '139x99',
  '140x101',
  '200x59',
  '430x200',
  '421x300',
  '300x421',
  '210x160',
])('%s is refused: too small, too large or too square', (paper) => {
  expect(parsePaper(paper)).toEqual({ ok: false, error: { type: 'unusable-sheet' } })
})
