import { RECORDED_RATE } from '../../../shared/speech/wav.ts'
import { framesOf, levelAt, loudnessOf, peakOf } from './levels.ts'

/** A frame is a hundredth of a second. */
const FRAMES_BEFORE = 6
const FRAMES_AFTER = 12
/** A pause within a phrase. */
const LONGEST_PAUSE = 60
/** What is shorter is the click of a key, not a sound of speech. */
const SHORTEST_SOUND = 6
const ABOVE_NOISE_DB = 12
const QUIETEST_SPEECH_DB = -50

const WANTED_DB = -20
const MOST_PEAK_DB = -1.5
/** Gently: what wants more is said again. */
const MOST_GAIN_DB = 15
const LEAST_GAIN_DB = -10

const FADE_SECONDS = 0.005
const FULL_DB = -0.2
const TOO_SOFT_DB = -42

interface Phrase {
  /** At the rate of recordings, trimmed, as loud as the others. */
  readonly samples: Float32Array
  readonly remark: 'clipped' | 'soft' | null
}

/** What was said, out of what was heard while the key was down; null where nothing was. */
export function phraseOf(heard: Float32Array, rate: number): Phrase | null {
  const bounds = boundsOf(framesOf(heard, rate))
  if (!bounds) return null
  const frame = Math.round(rate / 100)
  const said = heard.subarray(bounds.from * frame, bounds.to * frame)
  const loudness = loudnessOf(said)
  const remark = peakOf(said) > FULL_DB ? 'clipped' : loudness < TOO_SOFT_DB ? 'soft' : null
  return { samples: evened(resampled(withoutOffset(said), rate, RECORDED_RATE), loudness), remark }
}

/** From where to where somebody speaks, in frames; null: nowhere. */
function boundsOf(frames: readonly number[]): { readonly from: number; readonly to: number } | null {
  const least = Math.max(
    QUIETEST_SPEECH_DB,
    Math.min(levelAt(frames, 0.1), levelAt(frames, 0.95) - 30) + ABOVE_NOISE_DB,
  )
  const sounds = soundsIn(frames.map((level) => level > least))
  const speech = sounds.filter(({ from, to }) => to - from >= SHORTEST_SOUND)
  const [first, last] = [speech[0], speech.at(-1)]
  if (!first || !last) return null
  return { from: Math.max(0, first.from - FRAMES_BEFORE), to: Math.min(frames.length, last.to + FRAMES_AFTER) }
}

/** Stretches of sound; a short pause does not part them, and a click far from the next one stays alone. */
function soundsIn(loud: readonly boolean[]): readonly { readonly from: number; readonly to: number }[] {
  const sounds: { from: number; to: number }[] = []
  loud.forEach((isLoud, at) => {
    const last = sounds.at(-1)
    if (!isLoud) return
    const isLong = last !== undefined && last.to - last.from >= SHORTEST_SOUND
    if (last && at - last.to <= (isLong ? LONGEST_PAUSE : 3)) last.to = at + 1
    else sounds.push({ from: at, to: at + 1 })
  })
  return sounds
}

/** Cheap microphones hum beside zero. */
function withoutOffset(samples: Float32Array): Float32Array {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  return samples.map((sample) => sample - mean)
}

/** As loud as the others, and without a crack at its ends. */
function evened(samples: Float32Array, loudness: number): Float32Array {
  const wanted = Math.min(Math.max(WANTED_DB - loudness, LEAST_GAIN_DB), MOST_GAIN_DB)
  const gain = 10 ** (Math.min(wanted, MOST_PEAK_DB - peakOf(samples)) / 20)
  const fade = Math.round(FADE_SECONDS * RECORDED_RATE)
  return samples.map((sample, at) => {
    const edge = Math.min(at + 1, samples.length - at, fade) / fade
    return sample * gain * edge
  })
}

/** So many samples of the slower rate are looked at, on either side. */
const REACH = 12

/** The same sound at another rate: a windowed sinc, with what the slower rate cannot hold left out. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples.slice()
  const slower = Math.min(1, to / from)
  const reach = REACH / slower
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, index) => {
    const centre = (index * from) / to
    let sum = 0
    let weights = 0
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at++) {
      const distance = at - centre
      const weight = sinc(distance * slower) * window(distance / reach)
      weights += weight
      sum += weight * (samples[Math.min(Math.max(at, 0), samples.length - 1)] ?? 0)
    }
    return sum / weights
  })
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** Hann's. */
const window = (x: number): number => 0.5 + 0.5 * Math.cos(Math.PI * x)
