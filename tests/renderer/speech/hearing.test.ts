import { expect, test } from 'vitest'
import { hearingAfter, LOUDEST, paces, toneOf, usualHearing } from '../../../renderer/kiosk/speaking/hearing.ts'
import { forNextCustomer, initialState } from '../../../renderer/kiosk/state/kiosk-state.ts'

const decibels = (gain: number): number => 20 * Math.log10(gain)

test('twelve steps of volume over more than 65 dB, from a breath to more than was recorded', () => {
  const steps = Array.from({ length: LOUDEST }, (_, step) => toneOf({ ...usualHearing, volume: step + 1 }).gain)
  expect(steps.map((gain) => Math.round(decibels(gain)))).toEqual([
    -54, -48, -42, -36, -30, -24, -18, -12, -6, 0, 6, 12,
  ])
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
  const hearing = { volume: 12, pace: 'fastest', dark: true, aloud: true, greeted: true } as const
  const next = forNextCustomer({ ...initialState, hearing, headphones: 'in' })
  expect(next.hearing).toEqual(usualHearing)
  expect(next.aids.spoken).toBe(false)
  expect(next.headphones).toBe('in')
})
