import type { ByteStream } from '../../electron/banknotes/byte-stream.ts'
import type { Random } from '../simulation/random.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'

export interface Noise {
  /** Probability per frame that a byte is lost, changed or duplicated, or that the whole frame is lost. */
  readonly each: number
  /** Probability per reply that it arrives after every timeout. */
  readonly late: number
}

export const silent: Noise = { each: 0, late: 0 }
const FRAME_MS = 20

const noop: (bytes: Uint8Array) => void = () => undefined

export function createCable(time: VirtualTime, random: Random, noise: Noise) {
  let current: { readonly hear: (bytes: Uint8Array) => void; readonly end: () => void } | null = null
  let isOut = false
  /** Arrival time of the latest bytes in milliseconds. Delayed bytes still arrive in order. */
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
    disconnect: (): void => current?.end(),
    pullOut(ms: number): void {
      isOut = true
      current?.end()
      time.after(ms, () => {
        isOut = false
      })
    },
    open(): Promise<ByteStream> {
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

/** Draws the same number of random values whatever the bytes are, because encrypted bytes differ in every run. */
function spoilt(bytes: Uint8Array, random: Random, { each }: Noise): Uint8Array {
  const [isSpoilt, place, way] = [random.chance(each), random.below(1_000), random.below(4)]
  const at = Math.floor((place / 1_000) * bytes.length)
  const byte = bytes[at] ?? 0
  if (!isSpoilt) return bytes
  if (way === 3) return new Uint8Array()
  const changed = [[], [byte, byte], [byte ^ 4]][way] ?? []
  return Uint8Array.of(...bytes.subarray(0, at), ...changed, ...bytes.subarray(at + 1))
}
