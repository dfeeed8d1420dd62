import type { Part } from '../../../shared/speech/compose.ts'
import { loudspeaker } from '../loudspeaker.ts'

/** Seconds between the order to sound and the sound: less is missed by a busy page. */
const AHEAD = 0.01

export interface Player {
  /** Resolves when the last part has sounded. */
  readonly play: (
    parts: readonly Part[],
    sound: (clip: string) => Promise<AudioBuffer>,
    goesOn: () => boolean,
  ) => Promise<void>
  readonly stop: () => void
}

/** Sounds clips end to end: each has its time before the one before it is over. */
export function createPlayer(): Player {
  const sounding = new Set<AudioBufferSourceNode>()
  return {
    async play(parts, sound, goesOn) {
      const context = loudspeaker()
      if (!context) return
      const decoded = parts.map((part) => ('clip' in part ? sound(part.clip) : part.silence))
      let at = 0
      let ended: Promise<void> | null = null
      for (const each of decoded) {
        if (typeof each === 'number') {
          at += each
          continue
        }
        const buffer = await each
        if (!goesOn()) return
        at = Math.max(at, context.currentTime + AHEAD)
        ended = start(context, buffer, at)
        at += buffer.duration
      }
      await ended
    },
    stop() {
      for (const source of sounding) source.stop()
      sounding.clear()
    },
  }

  function start(context: AudioContext, buffer: AudioBuffer, at: number): Promise<void> {
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    sounding.add(source)
    source.start(at)
    return new Promise((resolve) => {
      source.addEventListener('ended', () => {
        sounding.delete(source)
        resolve()
      })
    })
  }
}
