import { expect, test } from 'vitest'
import { brandPicture, scenePicture, teamPicture } from '../../../renderer/kiosk/pictures/brand-picture.ts'
import { concert, events, kioskInfo } from '../../world/scenes/answers.ts'

const having = (...pictures: readonly string[]) => ({ ...kioskInfo, pictures })

test('a team has the picture that is named as it is, in small plain letters', () => {
  const info = having('team-senegal.svg', 'team-as-kaporo-star.png', 'team-.png')
  expect(teamPicture(info, 'Sénégal')).toBe('/brand/team-senegal.svg')
  expect(teamPicture(info, ' AS Kaporo  Star ')).toBe('/brand/team-as-kaporo-star.png')
  expect(teamPicture(info, 'Guinée')).toBeNull()
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
