import type { HeldNote, NoteValidator, AcceptedNotes } from '../../electron/kiosk/ports/devices.ts'
import { USUAL_FIXED_KEY } from '../../electron/banknotes/framing.ts'
import { SspSimulator, type NoteAct } from '../../electron/simulators/banknotes.ts'
import { SspValidator, type SspOptions } from '../../electron/banknotes/validator.ts'
import { createRandom } from '../simulation/random.ts'
import { createVirtualTime } from '../simulation/virtual-time.ts'
import { createCable, type Noise, silent } from './cable.ts'

export const gnf = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
export const all: AcceptedNotes = { currency: 'GNF', values: gnf }

export function createNoteWorld({
  seed = 1,
  noise = silent,
  encrypts = true,
  script = [],
  currency = 'GNF',
  protocol = 8,
  settings = {},
}: {
  readonly seed?: number
  readonly noise?: Noise
  readonly encrypts?: boolean
  readonly script?: readonly NoteAct[]
  readonly currency?: string
  readonly protocol?: number
  readonly settings?: Partial<SspOptions>
} = {}) {
  const random = createRandom(seed)
  const time = createVirtualTime(random.fork())
  const now = () => ({ monoMs: time.now(), bootId: 'boot', wallUtc: '2026-11-25T12:00:00.000Z' })
  const clock = { now, sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal) }
  const logged: string[] = []
  const say = (message: string): void => void logged.push(message)
  const cable = createCable(time, random.fork(), noise)
  const wire = { send: (bytes: Uint8Array) => cable.toProgram(bytes), unplug: () => cable.pullOut(5_000) }
  const device = new SspSimulator({ clock, currency, notes: gnf, encrypts, script, protocol, ...wire })
  cable.heard = (bytes) => device.receive(bytes)

  const line = { currency: 'GNF', encryption: 'where-it-can', fixedKey: USUAL_FIXED_KEY } as const
  const start = (life: { isOver: boolean } = { isOver: false }): NoteValidator =>
    new SspValidator({
      openLine: () => (life.isOver ? new Promise(() => undefined) : cable.open()),
      ...line,
      clock,
      log: { info: say, warn: say },
      ...settings,
    })

  async function run(ms: number): Promise<void> {
    await time.runUntil(time.now() + ms, () => undefined)
  }

  /** Advances the time until the promise resolves. Throws if it does not resolve within `limitMs`. */
  async function until<T>(promise: Promise<T>, limitMs = 200_000): Promise<T> {
    const done: T[] = []
    void promise.then((value) => done.push(value))
    for (const end = time.now() + limitMs; time.now() < end;) {
      await run(50)
      if (done.length > 0) return done[0] as T
    }
    throw new Error('never decided')
  }

  async function ready(validator: NoteValidator): Promise<void> {
    for (let left = 600; left > 0 && validator.fault() === 'not-there'; left -= 1) await run(100)
  }

  async function putIn(units: number, act?: NoteAct): Promise<void> {
    for (let left = 600; left > 0; left -= 1) {
      if (device.insert(units, act)) return
      await run(100)
    }
    throw new Error(`${units} was not taken`)
  }

  return { device, cable, clock, logged, start, run, until, ready, putIn, random }
}

export type NoteWorld = ReturnType<typeof createNoteWorld>

export const note = (value: number): HeldNote => ({ value, currency: 'GNF' })
