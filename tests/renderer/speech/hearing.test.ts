import { expect, test } from 'vitest'
import { hearingAfter, LOUDEST, paces, toneOf, usualHearing } from '../../../renderer/kiosk/speaking/hearing.ts'
import { forNextCustomer, initialState } from '../../../renderer/kiosk/state/kiosk-state.ts'

const decibels = (gain: number): number => 20 * Math.log10(gain)

test('ten steps of volume, each heard, from a whisper to more than was recorded', () => {
  const steps = Array.from({ length: LOUDEST }, (_, step) => toneOf({ ...usualHearing, volume: step + 1 }).gain)
  expect(steps.map((gain) => Math.round(decibels(gain)))).toEqual([-24, -20, -16, -12, -8, -4, 0, 4, 8, 12])
  expect(toneOf(usualHearing)).toEqual({ gain: 1, pace: 1 })
})

test('at the last step a key changes nothing', () => {
  const loudest = { ...usualHearing, volume: LOUDEST }
  expect(hearingAfter('louder', loudest)).toEqual(loudest)
  expect(hearingAfter('quieter', { ...usualHearing, volume: 1 }).volume).toBe(1)
  const fastest = paces.reduce((hearing) => hearingAfter('faster', hearing), usualHearing)
  expect(hearingAfter('faster', fastest).pace).toBe(paces.at(-1))
  expect(hearingAfter('slower', { ...usualHearing, pace: 'slow' }).pace).toBe('slow')
})

test('the next customer hears as everybody does, on a screen that is lit', () => {
  const hearing = { volume: 10, pace: 'fastest', dark: true, aloud: true, greeted: true } as const
  const next = forNextCustomer({ ...initialState, hearing, headphones: 'in' })
  expect(next.hearing).toEqual(usualHearing)
  expect(next.aids.spoken).toBe(false)
  expect(next.headphones).toBe('in')
})
