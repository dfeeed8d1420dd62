import { expect, test } from 'vitest'
import { guessablePin } from '../../shared/domain/pin.ts'

test.each(['0000', '77777777', '1234', '4321', '890123', '210987'])('%s is guessed', (pin) => {
  expect(guessablePin(pin)).toBe(true)
})

test.each(['730516', '1357', '1122', '1233'])('%s is not', (pin) => {
  expect(guessablePin(pin)).toBe(false)
})
