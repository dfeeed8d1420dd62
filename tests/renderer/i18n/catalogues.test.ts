import { describe, expect, test } from 'vitest'
import { en } from '../../../renderer/i18n/en.ts'
import { fr } from '../../../renderer/i18n/fr.ts'

/** Every plain text of a catalogue with its path; texts with parameters are looked at where they are used. */
function texts(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
}

describe('French', () => {
  test('keeps its marks beside their words, with spaces that every font has', () => {
    const faults = texts(fr).filter(([, text]) => / [?!:;»]|« |['\u202f]/u.test(text))
    expect(faults).toEqual([])
  })

  test('does so in texts made of parts, too', () => {
    expect(fr.problems['seat-taken']({ type: 'seat-taken', seatCodes: ['A-1'] }).title).toBe(
      'Cette place vient d’être prise',
    )
    expect(fr.problems['too-little-time']({ type: 'too-little-time' }).body).toContain(
      '«\u00a0Changer de places\u00a0»',
    )
    expect(fr.party.remaining(18_402)).toBe('Il reste 18\u00a0402 places.')
  })

  test.each([
    [1, '1 place'],
    [2, '2 places'],
  ])('counts %d: %s', (count, words) => {
    expect(fr.common.places(count)).toBe(words)
  })

  test('lists seats as people say them', () => {
    expect(fr.offers.seats(['12', '13', '14'])).toBe('places 12, 13 et 14')
    expect(en.offers.seats(['12', '13', '14'])).toBe('seats 12, 13 and 14')
  })

  test('makes a sentence of the reasons for an offer', () => {
    const reasons = (['together', 'near-gate'] as const).map((reason) => fr.offers.reason(reason, 3, 'Porte C'))
    expect(fr.offers.because(reasons)).toBe('3 places côte à côte, tout près de la Porte C.')
  })
})

test('no text is empty, and none is left in the other language', () => {
  const french = texts(fr)
  const english = new Map(texts(en))
  expect(french.filter(([, text]) => text === '')).toEqual([])
  expect([...english].filter(([, text]) => text === '')).toEqual([])
  // Words that are the same in both.
  const same = ['.coupon.places', '.coupon.total']
  expect(french.filter(([path, text]) => text === english.get(path)).map(([path]) => path)).toEqual(same)
})
