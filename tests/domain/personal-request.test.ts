import { expect, test } from 'vitest'
import { dataNeeded, isWanted, mayBeNamesakes, peopleAmong, wantedFault } from '../../shared/domain/personal-request.ts'

const mariama = { name: 'Mariama Diallo', phone: '+224622112233', numbers: ['A1B2C3D4-0000'] }

test.each([
  [{}, 'nobody'],
  [{ name: ' - ' }, 'nobody'],
  [{ order: '12345' }, 'nobody'],
  [{ phone: '622' }, 'no-number'],
  [{ phone: '622 11 22 33' }, null],
  [{ order: '123456' }, null],
] as const)('%j: %s', (wanted, fault) => {
  expect(wantedFault(wanted)).toBe(fault)
})

test.each([
  [{ name: 'diallo' }, 'parts', true],
  [{ name: 'diallo' }, 'whole', false],
  [{ name: 'DIALLO, Mariama' }, 'whole', true],
  [{ name: 'Mariama Diallo', phone: '622445566' }, 'parts', false],
  [{ phone: '00224 622-11-22-33' }, 'whole', true],
  [{ order: 'a1b2c3' }, 'whole', true],
  [{ order: 'b2c3d4' }, 'whole', false],
] as const)('%j by its %s: %s', (wanted, by, is) => {
  expect(isWanted(wanted, mariama, by)).toBe(is)
})

test('nobody without a number has the number of another', () => {
  expect(isWanted({ phone: '622112233' }, { ...mariama, phone: '' }, 'whole')).toBe(false)
})

test('another name or another number counts as another person', () => {
  const [bah, silent] = [
    { ...mariama, name: 'Mariama Bah' },
    { ...mariama, name: '' },
  ]
  const found = (...people: readonly (typeof mariama)[]) => peopleAmong({ phone: mariama.phone }, people)
  expect([found(mariama, mariama), found(mariama, bah), found(mariama, silent)]).toEqual([1, 2, 1])
  expect(peopleAmong({ name: mariama.name }, [mariama, { ...mariama, phone: '' }])).toBe(2)
})

test('several sales of one name without a number may be of namesakes', () => {
  const silent = { ...mariama, phone: '' }
  const wanted = { name: mariama.name }
  const found = [[silent], [mariama, mariama], [silent, silent]].map((all) => mayBeNamesakes(wanted, all))
  expect(found).toEqual([false, false, true])
})

const event = { startsAt: '2026-05-17T16:00:00', endsAt: '2026-05-17T18:00:00' }

test.each([
  ['2026-05-17T17:59:00.000Z', '2026-05-01T10:00:00.000Z', 'event', '2026-05-17T18:00:00.000Z'],
  ['2026-05-17T18:00:00.000Z', '2026-05-01T10:00:00.000Z', null, null],
  ['2026-05-20T18:00:00.000Z', '2026-05-17T10:00:00.000Z', 'settlement', '2026-05-24T10:00:00.000Z'],
  ['2026-05-12T18:00:00.000Z', '2026-05-12T10:00:00.000Z', 'settlement', '2026-05-19T10:00:00.000Z'],
  ['2026-05-24T10:00:00.000Z', '2026-05-17T10:00:00.000Z', null, null],
] as const)('at %s, money moved at %s: needed for %s until %s', (nowUtc, moneyUtc, why, untilUtc) => {
  const needed = dataNeeded({ event, hasTickets: true, moneyUtc }, nowUtc, 'Africa/Conakry')
  expect(needed).toEqual(why && { why, untilUtc })
})

test('tickets that all came back need nobody for the event', () => {
  const sale = { event, hasTickets: false, moneyUtc: '2026-05-01T10:00:00.000Z' }
  expect(dataNeeded(sale, '2026-05-10T10:00:00.000Z', 'Africa/Conakry')).toBe(null)
})

test('tickets of an event whose end cannot be read may still be good', () => {
  const sale = { event: { startsAt: 'bientôt', endsAt: '' }, hasTickets: true, moneyUtc: '2026-05-01T10:00:00.000Z' }
  const needed = (of: typeof sale) => dataNeeded(of, '2026-06-10T10:00:00.000Z', 'Africa/Conakry')
  expect(needed(sale)).toEqual({ why: 'no-end' })
  expect(needed({ ...sale, hasTickets: false })).toBe(null)
})
