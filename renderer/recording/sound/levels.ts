/** Sound samples range from -1 to 1; levels are in decibels relative to full scale. */

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
const FULL_DB = -0.5

/** Returns the verdict on a recording of speech with a pause. */
export function verdictOn(samples: Float32Array, rate: number): Verdict {
  if (samples.length < rate * NEEDED_SECONDS) return 'listening'
  const frames = framesOf(samples, rate)
  const [noise, voice] = [levelAt(frames, 0.1), levelAt(frames, 0.95)]
  if (peakOf(samples) > FULL_DB) return 'clipped'
  if (voice < NOTHING_DB) return 'silent'
  if (noise > MAX_NOISE_DB) return 'noisy'
  return voice < LEAST_VOICE_DB ? 'soft' : 'good'
}
