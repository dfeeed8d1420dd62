import { describe, expect, test } from 'vitest'
import { clockOf, nightsUntil } from '../../../renderer/kiosk/pictured/drawings/day-and-hour.ts'
import { noteColour } from '../../../renderer/components/money/note-colours.ts'
import { cashPieces } from '../../../shared/domain/money/cash.ts'
import { contrast } from '../../support/contrast.ts'
import { brandPicture, scenePicture, teamPicture } from '../../../renderer/kiosk/pictures/brand-picture.ts'
import { concert, events, kioskInfo } from '../../world/scenes/answers.ts'

describe('the nights until an event', () => {
  test.each([
    ['2027-05-15T16:00:00', 0],
    ['2027-05-16T00:10:00', 1],
    ['2027-06-01T16:30:00', 17],
    ['2027-05-14T20:00:00', null],
    ['le 3 mai', null],
  ])('%s: %s', (local, nights) => {
    expect(nightsUntil(local, '2027-05-15T23:50:00')).toBe(nights)
  })
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
})

test('a name in another script finds no picture, and no other team’s either', () => {
  expect(teamPicture(having('team-.png', 'team-hilal.png'), 'الهلال')).toBeNull()
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
