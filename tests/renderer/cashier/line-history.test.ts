import { expect, test } from 'vitest'
import { createLineHistory } from '../../../renderer/cashier/state/line-history.ts'

test('the arrows go through the lines typed before, and stop at either end', () => {
  const history = createLineHistory()
  expect(history.recall(-1, '')).toBe('')
  for (const line of ['4 nord', '2 sud', '2 sud', '']) history.keep(line)
  expect(history.recall(-1, '')).toBe('2 sud')
  expect(history.recall(-1, '2 sud')).toBe('4 nord')
  expect(history.recall(-1, '4 nord')).toBe('4 nord')
  expect(history.recall(1, '4 nord')).toBe('2 sud')
  expect(history.recall(1, '2 sud')).toBe('')
  expect(history.recall(1, '')).toBe('')
})

test('what is being typed is left alone; once it is gone, they begin at the last line', () => {
  const history = createLineHistory()
  history.keep('4 nord')
  history.keep('2 sud')
  expect(history.recall(-1, '3 e')).toBeNull()
  history.recall(-1, '')
  history.recall(-1, '2 sud')
  expect(history.recall(-1, '4 nord max')).toBeNull()
  expect(history.recall(-1, '')).toBe('2 sud')
})

test('fifty lines are kept', () => {
  const history = createLineHistory()
  for (let nth = 1; nth <= 60; nth += 1) history.keep(`${nth}`)
  let line = ''
  for (let times = 0; times < 80; times += 1) line = history.recall(-1, line) ?? line
  expect(line).toBe('11')
})
