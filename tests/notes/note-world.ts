import type { HeldNote, NoteValidator, TakenNotes } from '../../electron/core/ports/note-validator.ts'
import type { ByteLine } from '../../electron/notes/byte-line.ts'
import { USUAL_FIXED_KEY } from '../../electron/notes/ssp/encryption.ts'
import { createSspStandIn, type SspStandIn } from '../../electron/notes/ssp/stand-in.ts'
import type { NoteAct } from '../../electron/notes/ssp/stand-in-acts.ts'
import { createSspValidator, type SspOptions } from '../../electron/notes/ssp/validator.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { createVirtualTime, type VirtualTime } from '../simulation/virtual-time.ts'

export const gnf = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
export const all: TakenNotes = { currency: 'GNF', values: gnf }

/** What a cable does to bytes. */
export interface Noise {
  /** Of a frame, that a byte of it is lost, changed or there twice, or that nothing comes. */
  readonly each: number
  /** Of an answer, to come later than anybody waits. */
  readonly late: number
}

const silent: Noise = { each: 0, late: 0 }
const FRAME_MS = 20

/** A device, its cable and the program's side of it, in a time of their own. */
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
  const clock = {
    now: () => ({ monoMs: time.now(), bootId: 'boot', wallUtc: '2026-11-25T12:00:00.000Z' }),
    sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal),
  }
  const logged: string[] = []
  const say = (message: string): void => void logged.push(message)
  const cable = createCable(time, random.fork(), noise)
  const device: SspStandIn = createSspStandIn({
    clock,
    currency,
    notes: gnf,
    encrypts,
    script,
    protocol,
    send: (bytes) => cable.toProgram(bytes),
    unplug: () => cable.pullOut(5_000),
  })
  cable.heard = (bytes) => device.receive(bytes)

  /** A start of the program. */
  const start = (life: { isOver: boolean } = { isOver: false }): NoteValidator =>
    createSspValidator({
      currency: 'GNF',
      encryption: 'where-it-can',
      fixedKey: USUAL_FIXED_KEY,
      // Who was killed asks for nothing any more.
      openLine: () => (life.isOver ? new Promise(() => undefined) : cable.open()),
      clock,
      log: { info: say, warn: say },
      ...settings,
    })

  async function run(ms: number): Promise<void> {
    await time.runUntil(time.now() + ms, () => undefined)
  }

  /** Lets time pass until this is decided; fails where it never is. */
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

  /** Puts a note in as soon as the device takes one. */
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

const noop: (bytes: Uint8Array) => void = () => undefined

function createCable(time: VirtualTime, random: Random, noise: Noise) {
  let current: { readonly hear: (bytes: Uint8Array) => void; readonly end: () => void } | null = null
  let isOut = false
  /** Bytes come in their order, however late. */
  let arrivesMs = 0
  const cable = {
    heard: noop,
    noise,
    toProgram(bytes: Uint8Array): void {
      const to = current
      const lateMs = random.chance(cable.noise.late) ? 1_500 : 0
      arrivesMs = Math.max(arrivesMs, time.now() + lateMs) + FRAME_MS
      time.after(arrivesMs - time.now(), () => {
        if (to === current) to?.hear(spoilt(bytes, random, cable.noise))
      })
    },
    /** The program's end of it is gone. */
    letGo: (): void => current?.end(),
    pullOut(ms: number): void {
      isOut = true
      current?.end()
      time.after(ms, () => {
        isOut = false
      })
    },
    open(): Promise<ByteLine> {
      if (isOut) return Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' }))
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      let listener = noop
      const end = (): void => {
        if (current === own) current = null
        resolve()
      }
      const own = { hear: (bytes: Uint8Array) => listener(bytes), end }
      current = own
      return Promise.resolve({
        write: (bytes) =>
          void time.after(FRAME_MS, () => {
            if (current === own) cable.heard(spoilt(bytes, random, cable.noise))
          }),
        listen: (hears) => (listener = hears),
        ended,
        close: () => Promise.resolve(end()),
      })
    },
  }
  return cable
}

/** By as many draws whatever the bytes are: what is encrypted is never twice the same. */
function spoilt(bytes: Uint8Array, random: Random, { each }: Noise): Uint8Array {
  const [isSpoilt, place, way] = [random.chance(each), random.below(1_000), random.below(4)]
  const at = Math.floor((place / 1_000) * bytes.length)
  const byte = bytes[at] ?? 0
  if (!isSpoilt) return bytes
  if (way === 3) return new Uint8Array()
  return Uint8Array.of(
    ...bytes.subarray(0, at),
    ...([[], [byte, byte], [byte ^ 4]][way] ?? []),
    ...bytes.subarray(at + 1),
  )
}

export const note = (value: number): HeldNote => ({ value, currency: 'GNF' })
