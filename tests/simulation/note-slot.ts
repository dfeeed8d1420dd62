import type { NoteValidator } from '../../electron/kiosk/ports/devices.ts'
import type { Clock } from '../../electron/kiosk/ports/ports.ts'
import { USUAL_FIXED_KEY } from '../../electron/banknotes/framing.ts'
import { SspSimulator, type NoteAct } from '../../electron/simulators/banknotes.ts'
import { SspValidator } from '../../electron/banknotes/validator.ts'
import { createCable, silent } from '../banknotes/cable.ts'
import { recordNotes } from '../banknotes/put-in.ts'
import type { FaultKind } from './faults.ts'
import { clockOf, seconds, type World } from './world.ts'

/** Values of the banknotes in francs, which have no minor unit. */
export const NOTES = [500, 1_000, 2_000, 5_000, 10_000, 20_000]

const CUTS: readonly NoteAct[] = ['cut-returned', 'cut-stacked', 'cut-unknown', 'cut-credited']
const ACTS: readonly (readonly [FaultKind, readonly NoteAct[]])[] = [
  ['note given back', ['reject']],
  ['note jammed', ['jam']],
  ['note pulled out', ['fraud']],
  ['cashbox full', ['full']],
  ['cashbox out', ['cashbox-removed']],
  ['power cut over a note', CUTS],
  ['note cable out', ['unplug']],
]

/** Creates the production driver and its simulated acceptor. `onAccept`: called before a note is accepted. */
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

  function unplug(): void {
    life.isOver = true
    plugged = null
    cable.disconnect()
  }

  return {
    /** True if the device repeats each event until it is acknowledged. */
    repeats,
    /** Connects a newly started program. Disconnects the previous program. */
    plugIn(clock: Clock): NoteValidator {
      unplug()
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
    unplug,
    insert(saleId: string, value: number) {
      const [act] = ACTS.flatMap(([fault, acts]) => (faults.strike(fault) ? [random.pick(acts)] : []))
      record.before()
      if (!device.insert(value, act ?? 'accept')) return false
      if (act === 'full' || act === 'cashbox-removed') stuck = true
      record.putIn(saleId, value)
      world.tell(name, `is given ${value}${act ? `, and that is to ${act}` : ''}`)
      return true
    },
    /** Empties a full cashbox, or reinserts a removed one. */
    tend() {
      if (!stuck) return
      stuck = false
      device.does('cashbox-returned')
    },
    notes: record.notes,
    moved: () => device.movedIn.length,
    /** Lets the device report the remaining events to the running program while no customer pays. */
    async tellsTheRest() {
      const validator = plugged
      if (!validator) return
      // The device recovers from its last fault before the next payment begins.
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
