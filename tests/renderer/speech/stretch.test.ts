import { expect, test } from 'vitest'
import { stretched } from '../../../renderer/components/speech/stretch.ts'

const HERTZ = 48_000

const tone = (pitch: number, seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * HERTZ }, (_, at) => Math.sin((2 * Math.PI * pitch * at) / HERTZ))

/** How often in a second the wave rises through its middle. */
function pitchOf(samples: Float32Array): number {
  const rises = samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0)
  return rises.length / (samples.length / HERTZ)
}

const strengthOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

test.each([0.8, 1.35, 1.8])('at %d times the pace a voice is as high and as loud as before', (rate) => {
  for (const pitch of [110, 220, 440]) {
    const before = tone(pitch, 1)
    const after = stretched(before, rate, HERTZ)
    expect(after.length).toBe(Math.round(before.length / rate))
    expect(Math.abs(pitchOf(after) / pitch - 1)).toBeLessThan(0.03)
    expect(Math.abs(strengthOf(after) / strengthOf(before) - 1)).toBeLessThan(0.05)
  }
})

test('the shortest clip and silence stay what they are', () => {
  expect([...stretched(Float32Array.of(0.5, 0.25), 2, HERTZ)]).toEqual([0.5])
  expect(stretched(new Float32Array(HERTZ), 1.8, HERTZ).every((sample) => sample === 0)).toBe(true)
  expect(stretched(new Float32Array(0), 1.8, HERTZ)).toHaveLength(0)
})
