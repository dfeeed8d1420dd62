import { RECORDED_RATE } from '../../../shared/speech/wav.ts'

// Sound samples range from -1 to 1; levels are in decibels relative to full scale.

/** Frames retained before and after the speech; a frame is a hundredth of a second. */
const FRAMES_BEFORE = 6
const FRAMES_AFTER = 12
/** Longest pause within a phrase, in frames. */
const MAX_PAUSE = 60
/** Shortest sound that counts as speech, in frames; a shorter sound is the click of a key. */
const SHORTEST_SOUND = 6
const ABOVE_NOISE_DB = 12
const QUIETEST_SPEECH_DB = -50

const WANTED_DB = -20
const MAX_PEAK_DB = -1.5
/** Limits of the gain; a recording that needs more gain should be repeated. */
const MAX_GAIN_DB = 15
const LEAST_GAIN_DB = -10

const FADE_SECONDS = 0.005
const FULL_DB = -0.2
const TOO_SOFT_DB = -42

interface Phrase {
  /** Trimmed samples at the sample rate and loudness of all recordings. */
  readonly samples: Float32Array
  readonly remark: 'clipped' | 'soft' | null
}

/** Returns the phrase in the sound recorded while the key was active; null without speech. */
export function phraseOf(heard: Float32Array, rate: number): Phrase | null {
  const bounds = boundsOf(framesOf(heard, rate))
  if (!bounds) return null
  const frame = Math.round(rate / 100)
  const said = heard.subarray(bounds.from * frame, bounds.to * frame)
  const loudness = loudnessOf(said)
  const remark = peakOf(said) > FULL_DB ? 'clipped' : loudness < TOO_SOFT_DB ? 'soft' : null
  return { samples: evened(resampled(withoutOffset(said), rate, RECORDED_RATE), loudness), remark }
}

/** Returns the start and the end of the speech in frames; null without speech. */
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

/**
 * Returns the continuous parts of the sound. A short pause does not divide a part; a distant click is a separate part.
 */
function soundsIn(loud: readonly boolean[]): readonly { readonly from: number; readonly to: number }[] {
  const sounds: { from: number; to: number }[] = []
  loud.forEach((isLoud, at) => {
    const last = sounds.at(-1)
    if (!isLoud) return
    const isLong = last !== undefined && last.to - last.from >= SHORTEST_SOUND
    if (last && at - last.to <= (isLong ? MAX_PAUSE : 3)) last.to = at + 1
    else sounds.push({ from: at, to: at + 1 })
  })
  return sounds
}

/** Removes the constant (DC) offset of cheap microphones. */
function withoutOffset(samples: Float32Array): Float32Array {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  return samples.map((sample) => sample - mean)
}

/** Adjusts the loudness to the level of other recordings, and fades both ends to avoid clicks. */
function evened(samples: Float32Array, loudness: number): Float32Array {
  const wanted = Math.min(Math.max(WANTED_DB - loudness, LEAST_GAIN_DB), MAX_GAIN_DB)
  const gain = 10 ** (Math.min(wanted, MAX_PEAK_DB - peakOf(samples)) / 20)
  const fade = Math.round(FADE_SECONDS * RECORDED_RATE)
  return samples.map((sample, at) => {
    const edge = Math.min(at + 1, samples.length - at, fade) / fade
    return sample * gain * edge
  })
}

/** Number of input samples used on each side of an output sample, counted at the lower of the two sample rates. */
const REACH = 12

/**
 * Returns the sound at another sample rate. A windowed-sinc filter removes frequencies that the new rate cannot
 * represent.
 */
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

/** Returns the Hann window at `x`. */
const window = (x: number): number => 0.5 + 0.5 * Math.cos(Math.PI * x)

/** Lowest level in decibels that 16-bit samples can represent. */
export const SILENCE_DB = -96

const FRAME_SECONDS = 0.01

const decibels = (amplitude: number): number => Math.max(SILENCE_DB, 20 * Math.log10(amplitude))

export function peakOf(samples: Float32Array): number {
  return decibels(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0))
}

export function loudnessOf(samples: Float32Array): number {
  if (samples.length === 0) return SILENCE_DB
  return decibels(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length))
}

/** Returns the loudness of each hundredth of a second in decibels. */
export function framesOf(samples: Float32Array, rate: number): readonly number[] {
  const length = Math.round(rate * FRAME_SECONDS)
  return Array.from({ length: Math.floor(samples.length / length) }, (_, at) =>
    loudnessOf(samples.subarray(at * length, (at + 1) * length)),
  )
}

/** Returns the percentile of the frame levels at `share` (0 to 1), in decibels. */
export function levelAt(frames: readonly number[], share: number): number {
  const sorted = frames.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? SILENCE_DB
}

export type Verdict = 'listening' | 'silent' | 'noisy' | 'soft' | 'clipped' | 'good'

const NEEDED_SECONDS = 3
/** Maximum noise level in decibels, between the noise of a quiet room and the noise of a fan. */
const MAX_NOISE_DB = -45
const LEAST_VOICE_DB = -32
/** Level in decibels below which the microphone is considered missing or switched off. */
const NOTHING_DB = -70
const CLIPPED_DB = -0.5

/** Returns the verdict on a recording of speech with a pause. */
export function verdictOn(samples: Float32Array, rate: number): Verdict {
  if (samples.length < rate * NEEDED_SECONDS) return 'listening'
  const frames = framesOf(samples, rate)
  const [noise, voice] = [levelAt(frames, 0.1), levelAt(frames, 0.95)]
  if (peakOf(samples) > CLIPPED_DB) return 'clipped'
  if (voice < NOTHING_DB) return 'silent'
  if (noise > MAX_NOISE_DB) return 'noisy'
  return voice < LEAST_VOICE_DB ? 'soft' : 'good'
}
