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

/** A program that was stopped while a note was held, and the power of its device cut. */
test.each([
  ['cut-returned', { fate: 'returned' }],
  ['cut-stacked', { fate: 'credited', value: 5_000 }],
  ['cut-unknown', { fate: 'unknown' }],
] as const)('after a stop and a power cut (%s) the note of before is %j', async (act, expected) => {
  const world = createNoteWorld()
  const life = { isOver: false }
  const validator = world.start(life)
  await world.ready(validator)
  void validator.next(all, open())
  await world.putIn(5_000, act)
  // It fails with the first word that the note be held: nobody was told of one, but a ledger may be ahead of that.
  await world.run(1_000)
  life.isOver = true
  world.cable.letGo()
  const after = world.start()
  expect(await world.until(after.recall(note(5_000)))).toEqual(expected)
  if (expected.fate !== 'returned') void after.recorded(note(5_000))
  await world.ready(after)
  expect(await take(world, after, 20_000)).toEqual({ fate: 'credited', value: 20_000 })
})

test('a stop while a note is held gives it back, and the next start says so', async () => {
  const world = createNoteWorld()
  const life = { isOver: false }
  const validator = world.start(life)
  await world.ready(validator)
  const next = validator.next(all, open())
  await world.putIn(5_000)
  await world.until(next)
  life.isOver = true
  world.cable.letGo()
  const after = world.start()
  expect(await world.until(after.recall(note(5_000)))).toEqual({ fate: 'returned' })
  expect([world.device.given, world.device.box]).toEqual([[5_000], []])
})

test('a note that went in as the program was stopped goes back: the next sale does not get it', async () => {
  const world = createNoteWorld()
  const life = { isOver: false }
  const validator = world.start(life)
  await world.ready(validator)
  await take(world, validator, 5_000)
  void validator.next(all, open())
  // The device still repeats that the last note is in the box when this one goes in.
  await world.putIn(2_000)
  life.isOver = true
  world.cable.letGo()
  const after = world.start()
  void after.recorded(note(5_000))
  await world.ready(after)
  const ending = new AbortController()
  const next = after.next(all, ending.signal)
  await world.run(20_000)
  expect([world.device.given, world.device.box]).toEqual([[2_000], [5_000]])
  ending.abort()
  expect(await world.until(next)).toEqual({ outcome: 'ended' })
})

test('money that nobody waits for is told as stray, once', async () => {
  const world = createNoteWorld()
  const validator = world.start()
  const strays: unknown[] = []
  validator.onStray((stray) => {
    strays.push(stray)
    void validator.recorded(stray)
  })
  await world.ready(validator)
  void validator.next(all, open())
  await world.putIn(5_000, 'cut-stacked')
  await world.run(30_000)
  expect(strays).toEqual([note(5_000)])
})

test('takes only the notes that are wanted, and none once it has ended', async () => {
  const world = createNoteWorld()
  const validator = world.start()
  await world.ready(validator)
  const ending = new AbortController()
  const next = validator.next({ currency: 'GNF', values: [20_000] }, ending.signal)
  await world.putIn(500)
  await world.run(3_000)
  expect(world.device.given).toEqual([500])
  ending.abort()
  expect(await world.until(next)).toEqual({ outcome: 'ended' })
  expect(world.device.insert(20_000)).toBe(false)
})

test.each([
  ['box-out', 'box-out'],
  ['full', 'box-full'],
  ['jam', 'jammed'],
  ['fraud', 'cheated'],
] as const)('%s at the device ends the wait for a note: %s', async (act, fault) => {
  const world = createNoteWorld()
  const validator = world.start()
  await world.ready(validator)
  const next = validator.next(all, open())
  await world.run(2_000)
  world.device.does(act)
  expect(await world.until(next)).toEqual({ outcome: 'fault', fault })
  expect(validator.fault()).toBe(fault)
  world.device.does('box-in')
  await world.run(40_000)
  expect(validator.fault()).toBeNull()
})
