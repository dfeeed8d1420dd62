import type { NoteValidator } from '../../electron/core/ports/devices.ts'
import type { Clock } from '../../electron/core/ports/ports.ts'
import { USUAL_FIXED_KEY } from '../../electron/notes/framing.ts'
import { SspSimulator, type NoteAct } from '../../electron/notes/stand-in.ts'
import { SspValidator } from '../../electron/notes/validator.ts'
import { createCable, silent } from '../notes/cable.ts'
import { recordNotes } from '../notes/put-in.ts'
import type { FaultKind } from './faults.ts'
import { clockOf, seconds, type World } from './world.ts'

/** In francs, which have no smaller unit. */
export const NOTES = [500, 1_000, 2_000, 5_000, 10_000, 20_000]

const CUTS: readonly NoteAct[] = ['cut-returned', 'cut-stacked', 'cut-unknown', 'cut-credited']
const ACTS: readonly (readonly [FaultKind, readonly NoteAct[]])[] = [
  ['note given back', ['reject']],
  ['note jammed', ['jam']],
  ['note pulled out', ['fraud']],
  ['note box full', ['full']],
  ['note box out', ['box-out']],
  ['power cut over a note', CUTS],
  ['note cable out', ['unplug']],
]

/**
 * The shipping driver, and the stand-in of its device, with a cable of virtual time between them. `trusting`: it takes what is held for
 * what is in. `onAccept`: the program is about to have a note swallowed.
 */
export function createNoteSlot(world: World, name: string, trusting: boolean, onAccept: () => void) {
  const { time, random, faults } = world
  const repeats = random.chance(0.6)
  const cable = createCable(time, random.fork(), silent)
  const device = new SspSimulator({
    clock: clockOf(world, name),
    currency: 'GNF',
    notes: NOTES,
    encrypts: repeats,
    send: (bytes) => cable.toProgram(bytes),
    unplug: () => cable.pullOut(seconds(random.between(1, 30))),
  })
  cable.heard = (bytes) => device.receive(bytes)
  const record = recordNotes(device)
  let life = { isOver: true }
  let plugged: NoteValidator | null = null
  let stuck = false

  function letGo(): void {
    life.isOver = true
    plugged = null
    cable.letGo()
  }

  return {
    /** It tells of everything until that is acknowledged. */
    repeats,
    /** A start of the program: the one before is gone. */
    plugIn(clock: Clock): NoteValidator {
      letGo()
      const mine = (life = { isOver: false })
      const say = (): void => undefined
      const validator = new SspValidator({
        currency: 'GNF',
        encryption: 'where-it-can',
        fixedKey: USUAL_FIXED_KEY,
        openLine: () => (mine.isOver ? new Promise(() => undefined) : cable.open()),
        clock,
        log: { info: say, warn: say },
      })
      plugged = validator
      return watched(validator, trusting, onAccept)
    },
    /** The program is gone. */
    letGo,
    /** A customer puts one in; false: it takes none by now. */
    insert(saleId: string, value: number) {
      const [act] = ACTS.flatMap(([fault, acts]) => (faults.strike(fault) ? [random.pick(acts)] : []))
      record.before()
      if (!device.insert(value, act ?? 'accept')) return false
      if (act === 'full' || act === 'box-out') stuck = true
      record.putIn(saleId, value)
      world.tell(name, `is given ${value}${act ? `, and that is to ${act}` : ''}`)
      return true
    },
    /** Staff empty the box where that is what it waits for. */
    tend() {
      if (!stuck) return
      stuck = false
      device.does('box-in')
    },
    /** Every note that was ever put in, in order. */
    notes: record.notes,
    /** How many a power cut moved into the box. */
    moved: () => device.movedIn.length,
    /** What it has not told of yet is told to the program that runs: nobody else pays by now. */
    async tellsTheRest() {
      const validator = plugged
      if (!validator) return
      // Up again after whatever was done to it, and then the next payment begins.
      await time.runUntil(time.now() + seconds(60), () => undefined)
      void validator.next({ currency: 'GNF', values: [] }, AbortSignal.abort())
      await time.runUntil(time.now() + seconds(30), () => undefined)
    },
  }
}

export type NoteSlot = ReturnType<typeof createNoteSlot>

function watched(validator: NoteValidator, trusting: boolean, onAccept: () => void): NoteValidator {
  return {
    name: validator.name,
    denominations: (currency) => validator.denominations(currency),
    fault: () => validator.fault(),
    onChange: (listener) => validator.onChange(listener),
    next: (...asked) => validator.next(...asked),
    accept(note) {
      onAccept()
      const fate = validator.accept(note)
      return trusting ? Promise.resolve({ fate: 'credited', value: note.value }) : fate
    },
    giveBack: (note) => validator.giveBack(note),
    recall: (note) => validator.recall(note),
    recorded: (note) => validator.recorded(note),
    onStray: (listener) => validator.onStray(listener),
    examine: () => validator.examine(),
    close: () => validator.close(),
  }
}
