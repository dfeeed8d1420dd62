import { expect, test } from 'vitest'
import { guessablePin } from '../../shared/domain/pin.ts'

const steps = ['0000', '77777777', '1234', '4321', '890123', '210987', '2468', '9753']
const pieces = ['1212', '123123', '45674567']
const days = ['1987', '2026', '140787', '14071987', '19870714', '311299']

test.each([...steps, ...pieces, ...days])('%s is guessed', (pin) => {
  expect(guessablePin(pin)).toBe(true)
})

test.each(['730516', '1122', '1233', '1887', '2157', '320787', '141387', '12312', '87140719'])('%s is not', (pin) => {
  expect(guessablePin(pin)).toBe(false)
})
