import { expect, test } from 'vitest'
import type { HeldNote, NoteOutcome, NoteValidator } from '../../electron/kiosk/ports/devices.ts'
import { noteActs } from '../../electron/simulators/banknotes.ts'
import { createRandom } from '../simulation/random.ts'
import { amountOf } from '../support/share.ts'
import { all, createNoteWorld, gnf } from './note-world.ts'

interface Book {
  held: HeldNote | null
  last: { readonly note: HeldNote | null } | null
  readonly credited: number[]
  readonly stray: number[]
  unknown: number
}

async function sell(
  validator: NoteValidator,
  book: Book,
  life: { readonly isOver: boolean },
  world: { readonly wait: (ms: number) => Promise<void>; readonly accepts: () => boolean },
): Promise<void> {
  const record = (note: HeldNote | null): void => {
    const last = { note }
    book.last = last
    void validator.recorded(note).then(() => {
      if (!life.isOver && book.last === last) book.last = null
    })
  }
  const write = (held: HeldNote, fate: NoteOutcome): void => {
    book.held = null
    if (fate.fate === 'unknown') book.unknown += 1
    if (fate.fate === 'credited') book.credited.push(fate.value)
    if (fate.fate !== 'returned') record(held)
  }
  validator.onStray((stray) => {
    if (life.isOver) return
    if (stray) book.stray.push(stray.value)
    else book.unknown += 1
    record(stray)
  })
  if (book.last) record(book.last.note)
  if (book.held) {
    const { held } = book
    const fate = await validator.recall(held)
    if (life.isOver) return
    write(held, fate)
  }
  while (!life.isOver) {
    const next = await validator.next(all, new AbortController().signal)
    if (life.isOver) return
    if (next.outcome !== 'held') {
      await world.wait(1_000)
      continue
    }
    book.held = next.note
    await world.wait(200)
    if (life.isOver) return
    const fate = await (world.accepts() ? validator.accept(next.note) : validator.giveBack(next.note))
    if (life.isOver) return
    write(next.note, fate)
  }
}

const count = (list: readonly number[], value: number): number => list.filter((each) => each === value).length

async function aDay(seed: number, encrypts: boolean): Promise<void> {
  const random = createRandom(seed)
  const world = createNoteWorld({ seed, encrypts, noise: { each: 0, late: 0 } })
  const book: Book = { held: null, last: null, credited: [], stray: [], unknown: 0 }
  const sale = { wait: (ms: number) => world.clock.sleep(ms), accepts: () => random.chance(0.8) }
  let life = { isOver: false }
  const begin = (): void => void sell(world.start(life), book, life, sale)
  const kill = (): void => {
    life.isOver = true
    life = { isOver: false }
    world.cable.disconnect()
    begin()
  }
  begin()
  await world.run(10_000)
  for (let step = 0; step < 25; step += 1) {
    world.cable.noise = random.chance(0.5) ? { each: 0.15, late: 0.05 } : { each: 0, late: 0 }
    world.device.insert(random.pick(gnf), random.chance(0.4) ? random.pick(noteActs) : 'accept')
    if (random.chance(0.1))
      world.device.does(random.pick(['cashbox-returned', 'jam', 'fraud', 'unplug', 'cut', 'pull']))
    await world.run(random.between(100, 8_000))
    if (random.chance(0.15)) kill()
    if (random.chance(0.1)) world.cable.pullOut(random.between(500, 30_000))
  }
  world.cable.noise = { each: 0, late: 0 }
  await world.run(300_000)
  for (const value of gnf) {
    const inBox = count(world.device.stackedEver, value)
    const known = count(book.credited, value) + count(book.stray, value)
    expect([value, known <= inBox], `seed ${seed}: ${value} counted ${known}×, ${inBox} inside`).toEqual([value, true])
  }
  // A device that reports each event only once may lose the report of a note that it moved without a command.
  const forgotten = encrypts ? 0 : world.device.movedIn.length
  const told = book.credited.length + book.stray.length + book.unknown + forgotten
  expect(
    told >= world.device.stackedEver.length,
    `seed ${seed}: ${told} told of ${world.device.stackedEver.length}`,
  ).toBe(true)
  world.device.does('cashbox-returned')
  await world.run(60_000)
  const before = book.credited.length
  await world
    .putIn(20_000, 'accept')
    .catch((error: unknown) => Promise.reject(new Error(`seed ${seed}`, { cause: error })))
  await world.run(20_000)
  expect([seed, book.credited.length + Number(world.device.given.at(-1) === 20_000)]).not.toEqual([seed, before])
}

test.each([true, false])('no note is credited twice, and none is lost silently (encrypted: %s)', async (encrypts) => {
  const days = Number(process.env['NOTE_DAYS'] ?? amountOf(10, 2))
  for (let seed = 1; seed <= days; seed += 1) await aDay(seed, encrypts)
})
