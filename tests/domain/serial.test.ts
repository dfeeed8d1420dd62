import { expect, test } from 'vitest'
import { serial } from '../../shared/domain/serial.ts'

test('runs one at a time, in order, and goes on after a failure', async () => {
  const inTurn = serial()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first ends')
    throw new Error('no')
  })
  const second = inTurn(() => Promise.resolve(seen.push('second')))
  gate.resolve()
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(3)
  expect(seen).toEqual(['first begins', 'first ends', 'second'])
})
