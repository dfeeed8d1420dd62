import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../electron/kiosk/ports/ports.ts'
import { type DrivenTender, isAccount } from '../../shared/domain/money/tender.ts'
import { createConnectedTerminal } from './connected-terminal.ts'
import { createNoteSlot } from './note-slot.ts'
import { createOperator, createPrinter, createTelephone, createTerminal, type Terminal } from './devices.ts'
import { isAttended, startProgram, type Program, type ProgramOptions, type WiredTender } from './program.ts'
import { createZvtTerminal } from './zvt-terminal.ts'
import { BEGINNING, seconds, type World } from './world.ts'

/** Ways to damage the database: `noise` (unreadable bytes), `gone` (deleted), `put back` (a copy without sales). */
type Damage = 'noise' | 'gone' | 'put back'
const DAMAGES: readonly Damage[] = ['noise', 'gone', 'put back']

/** Suffixes of the ledger's files, which remain on the disk when the process ends. */
const FILES = ['', '-wal', '.anchor', '.journal.jsonl']

const NOISE_BYTES = 50_000

function createDisk(directory: string, emptyLedger: string) {
  let generation = 0
  const path = (): string => join(directory, String(generation), 'ledger.db')

  function receive(from: string): void {
    mkdirSync(join(directory, String(generation)), { recursive: true })
    for (const suffix of FILES) if (existsSync(from + suffix)) copyFileSync(from + suffix, path() + suffix)
  }

  receive(emptyLedger)
  return {
    ledgerPath: path,
    /** Simulates a power cut: all writes remain, without the clean-up of a normal exit. */
    loseProcess() {
      const from = path()
      generation += 1
      receive(from)
    },
    /** Damages the database. The journal file and the anchor file of the ledger remain unchanged. */
    damage(how: Damage) {
      rmSync(`${path()}-wal`, { force: true })
      if (how === 'noise') writeFileSync(path(), Buffer.alloc(NOISE_BYTES, 0xee))
      else if (how === 'gone') rmSync(path())
      else copyFileSync(emptyLedger, path())
    },
  }
}

export interface MachineOptions extends ProgramOptions {
  readonly directory: string
  /** Path of a ledger without sales. The kiosk starts with a copy of this ledger. */
  readonly emptyLedger: string
  readonly zvt?: boolean
  readonly takesNotes?: boolean
  readonly onStart: (program: Program) => void
}

/** Maximum number of consecutive crashes during startup. */
const DEPTH = 3
const HOUR = 3_600_000
const TEN_YEARS = 10 * 365 * 24 * HOUR

/** Creates a kiosk of the venue: its disk, its devices and the program, which restarts after each crash. */
export function createMachine(world: World, options: MachineOptions) {
  const { time, random, faults } = world
  const { name } = options
  const disk = createDisk(options.directory, options.emptyLedger)
  const operator = createOperator(world, `${name} mobile-money`, options.control === 'early-timeout')
  const zvt = options.zvt ? createZvtTerminal(world, `${name} card`) : null
  const devices: Readonly<Record<WiredTender, Terminal>> = {
    card:
      zvt ??
      (random.chance(0.75) ? createConnectedTerminal(world, `${name} card`) : createTerminal(world, `${name} card`)),
    'mobile-money': operator,
    'orange-money': operator,
  }
  const telephone = createTelephone(world)
  const notes = options.takesNotes
    ? createNoteSlot(world, `${name} notes`, options.control === 'credits-escrow', () =>
        options.invariants.notes.swallows(name),
      )
    : null
  if (notes) options.invariants.notes.watch(name, notes)
  const printer = createPrinter(world, name)
  let running: Program | null = null
  let wallOffset = 0
  let deaths = 0
  /** True if the ledger was damaged and has not been opened since. */
  let damaged = false

  function createClock(): Clock {
    const bootId = random.uuid()
    const bootMs = time.now()
    return {
      now() {
        if (faults.strike('daylight saving')) wallOffset += random.pick([-HOUR, HOUR])
        const wallUtc = new Date(BEGINNING + time.now() + wallOffset).toISOString()
        return { monoMs: time.now() - bootMs, bootId, wallUtc }
      },
      sleep: (ms, signal) => time.sleep(ms, signal),
    }
  }

  function dies(starting: boolean, weight: number): boolean {
    if (starting && (deaths === 0 || deaths >= DEPTH)) return false
    return starting ? faults.strike('crash in recovery') : faults.strike('crash', weight)
  }

  function onDeath(point: string): void {
    world.tell(name, `DIES at "${point}"`)
    notes?.unplug()
    disk.loseProcess()
    if (faults.strike('ledger damaged')) {
      const how = random.pick(DAMAGES)
      world.tell(name, `its ledger is damaged: ${how}`)
      disk.damage(how)
      damaged = true
    }
    running = null
    deaths += 1
    time.after(seconds(random.between(1, 40)), start)
  }

  async function start(): Promise<void> {
    if (faults.strike('clock jump')) wallOffset = random.between(-TEN_YEARS, TEN_YEARS)
    world.tell(name, 'starts')
    const clock = createClock()
    await startProgram(world, options, {
      ledgerPath: disk.ledgerPath(),
      clock,
      devices: zvt ? { ...devices, card: zvt.plugIn(clock) } : devices,
      printer,
      notes: notes?.plugIn(clock) ?? null,
      damaged,
      onOpened() {
        damaged = false
      },
      dies,
      onReady,
      onDeath,
    })
  }

  function onReady(program: Program): void {
    running = program
    // The kiosk may also crash between two steps: during a payment, a wait or a print job.
    if (faults.strike('crash', 25)) time.after(seconds(random.between(1, 120)), () => program.kill('any moment'))
    time.after(seconds(30), () => {
      if (program.alive()) deaths = 0
    })
    options.onStart(program)
  }

  async function stop(): Promise<boolean> {
    if (!(await running?.stop())) return false
    notes?.unplug()
    running = null
    return true
  }

  return {
    name,
    telephone,
    operator,
    notes,
    /** Returns the refund interface of a provider. Null for the telephone and documents, which cannot refund payments. */
    refundsOf: (kind: DrivenTender) => (isAttended(kind) || isAccount(kind) ? null : devices[kind]),
    /** Staff cannot look up sales on account, because only the hub stores them. */
    lookUp: (kind: DrivenTender, reference: string) =>
      !isAccount(kind) && (isAttended(kind) ? telephone : devices[kind]).lookUp(reference),
    isOver: (kind: DrivenTender, reference: string) =>
      isAttended(kind) || (!isAccount(kind) && devices[kind].isOver(reference)),
    start,
    stop,
    async restart() {
      world.tell(name, 'is being restarted')
      if (await stop()) time.after(seconds(random.between(1, 20)), start)
    },
    program: (): Program | null => running,
    ledgerPath: disk.ledgerPath,
  }
}

export type Machine = ReturnType<typeof createMachine>
