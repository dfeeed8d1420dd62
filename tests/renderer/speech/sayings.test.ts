import { expect, test } from 'vitest'
import { Sayings } from '../../../renderer/ui/speech/sayings.ts'
import { hearingAfter, LOUDEST, paces, toneOf, defaultSpeechSettings } from '../../../renderer/kiosk/speech/hearing.ts'
import { forNextCustomer, initialState } from '../../../renderer/kiosk/state/kiosk-state.ts'
import { stretched } from '../../../renderer/ui/speech/player.ts'

function listener() {
  const said: string[] = []
  let over = (): void => undefined
  const sayings = new Sayings({
    say: (text) => {
      said.push(text)
      return new Promise((resolve) => {
        over = resolve
      })
    },
    stop: () => void said.push('|'),
  })
  async function heard(): Promise<string> {
    for (let before = -1; before !== said.length;) {
      before = said.length
      await Promise.resolve()
      over()
      for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    }
    return said.splice(0).join(' ')
  }
  const now = async (): Promise<string> => {
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    return said.splice(0).join(' ')
  }
  return { sayings, heard, now }
}

test('a screen says what it is, then what stands there, then what happened', async () => {
  const { sayings, heard } = listener()
  sayings.say('notice', 'refused')
  sayings.say('fact', 'total')
  sayings.say('screen', 'review')
  expect(await heard()).toBe('| review total refused')
})

test('what comes by itself waits for the end of the sentence', async () => {
  const { sayings, now, heard } = listener()
  sayings.say('screen', 'terminal')
  expect(await now()).toBe('| terminal')
  sayings.say('screen', 'printing')
  sayings.say('fact', 'first ticket')
  expect(await now()).toBe('')
  expect(await heard()).toBe('printing first ticket')
})

test('who has moved on hears what they came to at once, and nothing of before', async () => {
  const { sayings, now, heard } = listener()
  sayings.say('screen', 'events')
  sayings.say('fact', 'six choices')
  expect(await now()).toBe('| events')
  sayings.moveOn()
  sayings.say('fact', 'chosen')
  sayings.say('place', 'first')
  expect(await heard()).toBe('| first chosen')
})

test('places that go by by themselves never pile up', async () => {
  const { sayings, now, heard } = listener()
  sayings.say('screen', 'review')
  await now()
  for (const place of ['card', 'cash', 'back']) {
    sayings.say('place', place)
    await now()
  }
  expect(await heard()).toBe('back')
})

test('once again is what was said since the customer moved, twice the whole screen; silence ends it all', async () => {
  const { sayings, now, heard } = listener()
  const whole = () => ['title', 'all of it']
  sayings.say('screen', 'review')
  sayings.say('fact', 'total')
  await heard()
  sayings.moveOn()
  sayings.say('place', 'card')
  await heard()
  sayings.again(whole)
  expect(await heard()).toBe('| card')
  sayings.again(whole)
  expect(await now()).toBe('| title')
  sayings.silence()
  expect(await heard()).toBe('|')
  expect(sayings.isSpeaking()).toBe(false)
})

test('twelve steps of volume over more than 65 dB, from a breath to more than was recorded', () => {
  const gainOf = (volume: number): number => toneOf({ ...defaultSpeechSettings, volume }).gain
  const steps = Array.from({ length: LOUDEST }, (_, step) => Math.round(20 * Math.log10(gainOf(step + 1))))
  expect(steps).toEqual([-54, -48, -42, -36, -30, -24, -18, -12, -6, 0, 6, 12])
  expect(toneOf(defaultSpeechSettings)).toEqual({ gain: 1, pace: 1 })
})

test('at the last step a key changes nothing', () => {
  const loudest = { ...defaultSpeechSettings, volume: LOUDEST }
  expect(hearingAfter('louder', loudest)).toEqual(loudest)
  expect(hearingAfter('quieter', { ...defaultSpeechSettings, volume: 1 }).volume).toBe(1)
  const fastest = paces.reduce((hearing) => hearingAfter('faster', hearing), defaultSpeechSettings)
  expect(hearingAfter('faster', fastest).pace).toBe(paces.at(-1))
  expect(hearingAfter('slower', { ...defaultSpeechSettings, pace: 'slow' }).pace).toBe('slow')
})

test('the next customer hears as everybody does, on a screen that is lit', () => {
  const hearing = { volume: 12, pace: 'fastest', dark: true, aloud: true, greeted: true } as const
  const next = forNextCustomer({ ...initialState, hearing, headphones: 'in' })
  expect(next.hearing).toEqual(defaultSpeechSettings)
  expect(next.aids.spoken).toBe(false)
  expect(next.headphones).toBe('in')
})

const HERTZ = 48_000

const tone = (pitch: number, seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * HERTZ }, (_, at) => Math.sin((2 * Math.PI * pitch * at) / HERTZ))

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
