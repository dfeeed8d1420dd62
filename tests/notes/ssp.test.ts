import { expect, test } from 'vitest'
import type { NoteFate, NoteValidator } from '../../electron/core/ports/note-validator.ts'
import { all, createNoteWorld, gnf, note, type NoteWorld } from './note-world.ts'

const open = (): AbortSignal => new AbortController().signal

/** Waits for a note and takes it, as a sale does. */
async function take(world: NoteWorld, validator: NoteValidator, units: number): Promise<NoteFate> {
  const next = validator.next(all, open())
  await world.putIn(units)
  const held = await world.until(next)
  if (held.outcome !== 'held') throw new Error(held.outcome)
  const fate = await world.until(validator.accept(held.note))
  if (fate.fate === 'credited') void validator.recorded(held.note)
  return fate
}

test.each([true, false])('takes one note after the other, each credited once (encrypted: %s)', async (encrypts) => {
  const world = createNoteWorld({ encrypts })
  const validator = world.start()
  expect(validator.fault()).toBe('not-there')
  await world.ready(validator)
  expect(validator.fault()).toBeNull()
  expect(validator.denominations('GNF')).toEqual(gnf)
  for (const units of [20_000, 5_000, 20_000]) {
    expect(await take(world, validator, units)).toEqual({ fate: 'credited', value: units })
  }
  expect(world.device.box).toEqual([20_000, 5_000, 20_000])
  await world.until(validator.close())
})

test('holds a note as long as it is told nothing, and gives it back when told', async () => {
  const world = createNoteWorld()
  const validator = world.start()
  await world.ready(validator)
  const next = validator.next(all, open())
  await world.putIn(10_000)
  const held = await world.until(next)
  expect(held).toEqual({ outcome: 'held', note: note(10_000) })
  await world.run(60_000)
  expect([world.device.box, world.device.given]).toEqual([[], []])
  expect(await world.until(validator.giveBack(note(10_000)))).toEqual({ fate: 'returned' })
  expect(world.device.given).toEqual([10_000])
})
