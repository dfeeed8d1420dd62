import type { Part } from '../../../shared/speech/compose.ts'
import { soundContext } from '../loudspeaker.ts'
import { stretched } from './stretch.ts'

/** Seconds between the order to sound and the sound: less is missed by a busy page. */
const AHEAD = 0.01

/** How a voice sounds: `gain` 1 is as it was recorded, `pace` 2 twice as fast. */
export interface Tone {
  readonly gain: number
  readonly pace: number
}

export const plainTone: Tone = { gain: 1, pace: 1 }

export interface Player {
  /** Resolves when the last part has sounded. */
  readonly play: (
    parts: readonly Part[],
    sound: (clip: string) => Promise<AudioBuffer>,
    goesOn: () => boolean,
  ) => Promise<void>
  readonly stop: () => void
  /** Louder or softer at once, faster or slower from the next clip on. */
  readonly tune: (tone: Tone) => void
}

/** Sounds clips end to end: each has its time before the one before it is over. */
export function createPlayer(): Player {
  const sounding = new Set<AudioBufferSourceNode>()
  const paced = new WeakMap<AudioBuffer, { readonly pace: number; readonly buffer: AudioBuffer }>()
  let tone = plainTone
  let output: GainNode | null = null

  const outputOf = (context: AudioContext): GainNode => {
    output ??= openOutput(context)
    output.gain.value = tone.gain
    return output
  }
  const atPace = (context: AudioContext, buffer: AudioBuffer): AudioBuffer => {
    const { pace } = tone
    if (pace === 1) return buffer
    const known = paced.get(buffer)
    if (known?.pace === pace) return known.buffer
    const made = stretch(context, buffer, pace)
    paced.set(buffer, { pace, buffer: made })
    return made
  }

  return {
    async play(parts, sound, goesOn) {
      const context = soundContext()
      const decoded = parts.map((part) => ('clip' in part ? sound(part.clip) : part.silence))
      let at = 0
      let ended: Promise<void> | null = null
      for (const each of decoded) {
        if (typeof each === 'number') {
          at += each / tone.pace
          continue
        }
        const buffer = await each
        if (!goesOn()) return
        const paced = atPace(context, buffer)
        at = Math.max(at, context.currentTime + AHEAD)
        ended = start(context, paced, at)
        at += paced.duration
      }
      await ended
    },
    stop() {
      for (const source of sounding) source.stop()
      sounding.clear()
    },
    tune(next) {
      tone = next
      if (output) output.gain.value = next.gain
    },
  }

  function start(context: AudioContext, buffer: AudioBuffer, at: number): Promise<void> {
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(outputOf(context))
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

/** What is louder than it was recorded is pressed together before it rattles. */
function openOutput(context: AudioContext): GainNode {
  const gain = context.createGain()
  const limiter = context.createDynamicsCompressor()
  limiter.threshold.value = -3
  limiter.knee.value = 0
  limiter.ratio.value = 20
  limiter.attack.value = 0.002
  limiter.release.value = 0.1
  gain.connect(limiter).connect(context.destination)
  return gain
}

function stretch(context: AudioContext, buffer: AudioBuffer, pace: number): AudioBuffer {
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    stretched(buffer.getChannelData(channel), pace, buffer.sampleRate),
  )
  const made = context.createBuffer(channels.length, channels[0]?.length ?? 1, buffer.sampleRate)
  channels.forEach((samples, channel) => made.copyToChannel(samples, channel))
  return made
}
