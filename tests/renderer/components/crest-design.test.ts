import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crestDesign, emblemDesign } from '../../../renderer/ui/illustrations/crest.tsx'
import { contrast } from '../../support/contrast.ts'
import { inkOn } from '../../../renderer/ui/illustrations/tribune.tsx'

const names = fc.oneof(fc.string(), fc.string({ unit: 'binary' }))

test('both colours of a crest stand out against each other, whatever the name, and white does on the deep one', () => {
  fc.assert(
    fc.property(names, (name) => {
      for (const { deep, light } of [crestDesign(name), emblemDesign(name)]) {
        expect(contrast(deep, light)).toBeGreaterThanOrEqual(3)
        expect(contrast(deep, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 500 },
  )
})

test('initials are at most three letters and never a half one', () => {
  fc.assert(
    fc.property(names, (name) => {
      const letters = Array.from(crestDesign(name).initials)
      expect(letters.length).toBeLessThanOrEqual(3)
      expect(letters.every((letter) => /^[\p{L}\p{N}\p{M}]$/u.test(letter))).toBe(true)
    }),
  )
})

test.each([
  ['Hamana AC', 'HAC'],
  ['ﬀ Øst', 'FFØ'],
  ['AS Kaporo Star', 'ASK'],
  ['Équateur', 'EQU'],
  ['République démocratique du Congo', 'RDC'],
  ['ASOC Mangues', 'AM'],
  ['الهلال', 'ه'],
  ['Djoliba 2', 'D2'],
  ['   ', ''],
])('%s is %s on a scoreboard', (name, initials) => {
  expect(crestDesign(name).initials).toBe(initials)
})

test('a team keeps its crest however its name was typed, and teams differ', () => {
  expect(crestDesign(' badia  fc ')).toEqual({ ...crestDesign('Badia FC'), initials: 'BF' })
  expect(crestDesign('Guinée')).toEqual({ deep: '#17224d', light: '#f6e7c6', pattern: 'sash', initials: 'GUI' })
  const teams = Array.from({ length: 300 }, (_, each) => crestDesign(`Club ${each}`))
  const looks = new Set(teams.map(({ deep, light, pattern }) => `${deep} ${light} ${pattern}`))
  expect(looks.size).toBeGreaterThan(150)
})

test('two teams on one poster never wear the same colour', () => {
  fc.assert(
    fc.property(names, names, (home, away) => {
      fc.pre(home.trim() !== '')
      expect(crestDesign(away, home).deep).not.toBe(crestDesign(home).deep)
    }),
    { numRuns: 500 },
  )
  expect(crestDesign('Sénégal', 'Guinée')).toEqual(crestDesign('Sénégal'))
})

test('words on a tribune’s colour are legible, whatever the colour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`
      expect(contrast(inkOn(color), color)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
