import { expect, test } from 'vitest'
import {
  phraseOf,
  resampled,
  framesOf,
  levelAt,
  loudnessOf,
  peakOf,
  verdictOn,
} from '../../../renderer/recording/sound/phrase.ts'
import { RECORDED_RATE, secondsOfWav, wavOf } from '../../../shared/speech/wav.ts'
import { voiceIn } from '../../world/sound.ts'

const rate = 48_000
const voice = { rate, before: 1, speech: 1.5, after: 1, loud: 0.2 }
const secondsOf = (samples: Float32Array): number => samples.length / RECORDED_RATE

test('out of what was heard: silence before and after goes, a breath of it stays, nothing of the voice is lost', () => {
  const { samples } = phraseOf(voiceIn(voice), rate)!
  expect(secondsOf(samples)).toBeGreaterThanOrEqual(1.5)
  expect(secondsOf(samples)).toBeLessThan(1.75)
  expect(framesOf(samples, RECORDED_RATE).filter((level) => level > -35).length).toBeGreaterThanOrEqual(148)
})

test('out of what was heard: a pause within a phrase stays', () => {
  const [one, two] = [voiceIn({ ...voice, after: 0.2 }), voiceIn({ ...voice, before: 0.2 })]
  const both = new Float32Array(one.length + two.length)
  both.set(one)
  both.set(two, one.length)
  expect(secondsOf(phraseOf(both, rate)!.samples)).toBeCloseTo(1.5 + 0.4 + 1.5 + 0.18, 1)
})

test('out of what was heard: the click of the key that begins it is no part of it', () => {
  const heard = voiceIn({ ...voice, before: 0.8 })
  for (let at = 0; at < rate * 0.02; at++) heard[Math.round(rate * 0.1) + at] = at % 2 === 0 ? 0.6 : -0.6
  expect(secondsOf(phraseOf(heard, rate)!.samples)).toBeLessThan(1.75)
})

test.each([0.02, 0.05, 0.2, 0.6])(
  'out of what was heard: loud or soft, it comes out as loud as the others: %f',
  (loud) => {
    const { samples } = phraseOf(voiceIn({ ...voice, loud, hiss: 0.0002 }), rate)!
    const voiced = framesOf(samples, RECORDED_RATE)
    const level = levelAt(voiced, 0.7)
    expect(level).toBeGreaterThan(loud < 0.05 ? -27 : -22.5)
    expect(level).toBeLessThan(-15)
    expect(peakOf(samples)).toBeLessThan(-1.4)
  },
)

test.each([
  ['too loud for the microphone', 1.5, 'clipped'],
  ['too soft', 0.006, 'soft'],
  ['as it should be', 0.2, null],
])('out of what was heard: %s: it says so', (_, loud, remark) => {
  const heard = voiceIn({ ...voice, loud, hiss: 0.0002 }).map((sample) => Math.min(Math.max(sample, -1), 1))
  expect(phraseOf(heard, rate)?.remark).toBe(remark)
})

test('out of what was heard: where nobody spoke there is nothing', () => {
  expect(phraseOf(voiceIn({ ...voice, speech: 0 }), rate)).toBeNull()
  expect(phraseOf(new Float32Array(rate), rate)).toBeNull()
  expect(phraseOf(new Float32Array(0), rate)).toBeNull()
})

test('out of what was heard: it begins and ends without a crack', () => {
  const { samples } = phraseOf(voiceIn({ ...voice, before: 0, after: 0 }), rate)!
  expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.02)
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.02)
})

const tone = (hertz: number, of: number): Float32Array =>
  Float32Array.from({ length: of }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / of))

test.each([44_100, 48_000, 16_000])('another rate: a voice is the same at %d', (from) => {
  const heard = resampled(tone(1000, from), from, RECORDED_RATE).subarray(200, -200)
  const wanted = tone(1000, RECORDED_RATE).subarray(200, -200)
  expect(heard.length).toBe(wanted.length)
  expect(loudnessOf(heard.map((sample, at) => sample - (wanted[at] ?? 0)))).toBeLessThan(-50)
})

test('another rate: what the slower rate cannot hold is left out, not folded back', () => {
  expect(loudnessOf(resampled(tone(18_000, 48_000), 48_000, RECORDED_RATE).subarray(200, -200))).toBeLessThan(-45)
})

const six = { rate, before: 1.5, speech: 3, after: 1.5 }
test.each([
  ['good', { ...six, loud: 0.2 }],
  ['soft', { ...six, loud: 0.01 }],
  ['noisy', { ...six, loud: 0.2, hiss: 0.05 }],
  ['clipped', { ...six, loud: 1.2 }],
  ['silent', { ...six, loud: 0, hiss: 0 }],
  ['listening', { ...six, speech: 0, before: 1, after: 1, loud: 0.2 }],
] as const)('room and microphone: %s', (verdict, sound) => {
  expect(verdictOn(voiceIn({ hiss: 0.0005, ...sound }), rate)).toBe(verdict)
})

test('a WAV file says how long it is; anything else is none', () => {
  const file = wavOf(voiceIn({ ...voice, rate: RECORDED_RATE }))
  expect(secondsOfWav(file)).toBeCloseTo(3.5, 3)
  expect(new DataView(file.buffer).getInt16(44 + 2 * RECORDED_RATE * 1.5, true)).not.toBe(0)
  for (const broken of [file.slice(0, 44), file.slice(0, -2), new TextEncoder().encode('<script>'.repeat(40))])
    expect(secondsOfWav(broken)).toBeNull()
  const stereo = file.slice()
  stereo[22] = 2
  expect(secondsOfWav(stereo)).toBeNull()
})
