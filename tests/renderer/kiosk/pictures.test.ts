import { describe, expect, test } from 'vitest'
import { clockOf, nightsUntil } from '../../../renderer/kiosk/pictogram-mode/when.tsx'
import { noteColour } from '../../../renderer/ui/banknotes.tsx'
import { cashPieces } from '../../../shared/domain/money/cash.ts'
import { contrast } from '../../support/contrast.ts'
import { brandPicture, scenePicture, teamPicture } from '../../../renderer/kiosk/event-picture.tsx'
import { chosen, concert, events, kioskInfo, tribunes } from '../../world/scenes/answers.ts'
import { gatesOf, placeGroups, priceLines } from '../../../shared/domain/seats/place-groups.ts'

test.each([
  ['2027-05-15T16:00:00', 0],
  ['2027-05-16T00:10:00', 1],
  ['2027-06-01T16:30:00', 17],
  ['2027-05-14T20:00:00', null],
  ['le 3 mai', null],
])('the nights until an event at %s: %s', (local, nights) => {
  expect(nightsUntil(local, '2027-05-15T23:50:00')).toBe(nights)
})

test.each([
  ['2027-05-15T16:30:00', { hour: 16, minute: 30, sun: true }],
  ['2027-05-15T18:30:00', { hour: 18, minute: 30, sun: false }],
  ['2027-05-15T05:59:00', { hour: 5, minute: 59, sun: false }],
  ['2027-05-15', null],
])('the clock of %s', (local, clock) => {
  expect(clockOf(local)).toEqual(clock)
})

describe.each(['GNF', 'XOF', 'XAF', 'EUR', 'GBP'])('the notes of %s', (currency) => {
  const colours = cashPieces(currency).flatMap(({ kind, value }) =>
    kind === 'note' ? [noteColour(value, currency)] : [],
  )

  test('no two have the same colour', () => {
    expect(new Set(colours).size).toBe(colours.length)
  })

  test('white is legible on each', () => {
    expect(colours.filter((colour) => contrast(colour, '#ffffff') < 4.5)).toEqual([])
  })
})

const having = (...pictures: readonly string[]) => ({ ...kioskInfo, pictures })

test('a team has the picture that is named as it is, in small plain letters', () => {
  const info = having('team-senegal.svg', 'team-as-kaporo-star.png', 'team-.png')
  expect(teamPicture(info, 'Sénégal')).toBe('/brand/team-senegal.svg')
  expect(teamPicture(info, ' AS Kaporo  Star ')).toBe('/brand/team-as-kaporo-star.png')
  expect(teamPicture(info, 'Guinée')).toBeNull()
  expect(teamPicture(having('team-n-ud.svg'), '« Nœud »')).toBe('/brand/team-n-ud.svg')
  const long = `team-${'a'.repeat(60)}.svg`
  expect(teamPicture(having(long), `«${'a'.repeat(70)}»`)).toBe(`/brand/${long}`)
  expect(teamPicture(kioskInfo, 'Sénégal')).toBeNull()
  expect(teamPicture(having('team-.png', 'team-hilal.png'), 'الهلال'), 'a name in another script').toBeNull()
})

test('an event has its own picture, by number or title, before the one of its venue', () => {
  const ofVenue = 'venue-palais-du-peuple.jpg'
  const ofTitle = 'event-les-ambassadeurs-cinquante-ans-de-scene.webp'
  const ofNumber = 'event-7.png'
  expect(scenePicture(having(ofVenue, ofTitle, ofNumber), concert)).toBe(`/brand/${ofNumber}`)
  expect(scenePicture(having(ofVenue, ofTitle), concert)).toBe(`/brand/${ofTitle}`)
  expect(scenePicture(having(ofVenue), concert)).toBe(`/brand/${ofVenue}`)
  expect(scenePicture(having(ofVenue, ofTitle, ofNumber), events[0]!)).toBeNull()
})

test('a way to pay is not taken for a name that goes on', () => {
  expect(brandPicture(having('card-old.png', 'card.svg'), 'card')).toBe('/brand/card.svg')
})

const seat = (gate: string, sector: string, row: string, number: number) =>
  chosen(tribunes.ouest, gate, sector, row, number, 70_000)

test('places in groups: seats of one section stand together, by row and in the order of their numbers', () => {
  const groups = placeGroups([seat('4', 'O5', 'F', 14), seat('4', 'O5', 'F', 9), seat('4', 'O5', 'G', 10)])
  expect(groups).toHaveLength(1)
  expect(groups[0]?.rows).toEqual([
    { row: 'F', numbers: ['9', '14'] },
    { row: 'G', numbers: ['10'] },
  ])
})

test('places in groups: rows stand as in the venue, in whatever order the seats are named', () => {
  const rows = ['AA', 'P', '10', '9'].map((row) => seat('4', 'O5', row, 1))
  expect(placeGroups(rows)[0]?.rows.map(({ row }) => row)).toEqual(['9', 'P', '10', 'AA'])
})

test('places in groups: no way is told where its steps only name the seats once more', () => {
  expect(placeGroups([seat('4', 'O5', 'F', 12)])[0]?.route).toEqual([])
})

test('places in groups: a way that says more is told as far as all seats share it', () => {
  const climbing = [12, 13].map((number) => {
    const chosenSeat = seat('4', 'O5', 'F', number)
    const route = ['Porte 4', 'Escalier B', 'Secteur O5', 'Rang F', `Place ${number}`]
    return { ...chosenSeat, place: { ...chosenSeat.place, route } }
  })
  expect(placeGroups(climbing)[0]?.route).toEqual([
    { kind: 'gate', text: '4' },
    { kind: 'words', text: 'Escalier B' },
    { kind: 'sector', text: 'O5' },
    { kind: 'row', text: 'F' },
  ])
})

test('places in groups: each gate is named once', () => {
  const groups = placeGroups([seat('4', 'O5', 'F', 1), seat('4', 'O6', 'A', 1), seat('8', 'O7', 'A', 1)])
  expect(groups).toHaveLength(3)
  expect(gatesOf(groups).map(({ code }) => code)).toEqual(['4', '8'])
})

test('places in groups: each category has a line for each price in it, in the order of the seats', () => {
  const cheap = { ...seat('4', 'O5', 'F', 3), price: 50_000 }
  const other = { ...seat('4', 'O5', 'G', 1), zoneName: 'Virage', price: 50_000 }
  const { zoneName } = cheap
  expect(priceLines([other, seat('4', 'O5', 'F', 2), cheap, seat('4', 'O5', 'F', 1)])).toEqual([
    { zoneName, count: 2, price: 70_000, sum: 140_000 },
    { zoneName, count: 1, price: 50_000, sum: 50_000 },
    { zoneName: 'Virage', count: 1, price: 50_000, sum: 50_000 },
  ])
})
