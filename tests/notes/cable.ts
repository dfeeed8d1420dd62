import type { ByteLine } from '../../electron/notes/byte-line.ts'
import type { Random } from '../simulation/random.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'

/** What a cable does to bytes. */
export interface Noise {
  /** Of a frame, that a byte of it is lost, changed or there twice, or that nothing comes. */
  readonly each: number
  /** Of an answer, to come later than anybody waits. */
  readonly late: number
}

export const silent: Noise = { each: 0, late: 0 }
const FRAME_MS = 20

const noop: (bytes: Uint8Array) => void = () => undefined

/** Between a device and the program, in a time of its own. */
export function createCable(time: VirtualTime, random: Random, noise: Noise) {
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
