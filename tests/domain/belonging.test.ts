import { expect, test } from 'vitest'
import { contradiction, contradictions } from '../../shared/domain/seats/belonging.ts'

const ours = { event: '501', session: 'ab-1', owner: 'demo-1', currency: 'GNF' }

test.each([
  ['the same', { event: '501', currency: 'GNF' }],
  ['the same in capitals', { session: 'AB-1' }],
  ['nothing', {}],
  ['something left empty', { event: '', session: undefined }],
  ['something that we have no name for', { order: 'order-2' }],
])('a reply that names %s contradicts nothing', (_, said) => {
  expect(contradictions(ours, said)).toEqual([])
  expect(contradiction(ours, {}, said)).toBe(null)
})

test('a reply about another sale is told by what it names, and shows no more of it than that', () => {
  const said = { event: '502', session: 'ab-1', owner: 'x'.repeat(500) }
  expect(contradictions(ours, said)).toEqual([
    { name: 'event', ours: '501', theirs: '502' },
    { name: 'owner', ours: 'demo-1', theirs: 'x'.repeat(64) },
  ])
  expect(contradiction(ours, {}, said)).toBe('another event: 502')
})
