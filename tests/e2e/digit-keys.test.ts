import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { typeUnshifted } from './by-keys.ts'
import { deskWithPeople } from './desk-people.ts'
import { typistAt } from './desk-typist.ts'

const { openPage } = useBrowser()

test('a person signs in on a French keyboard without Shift, and the number takes no more digits than fit', async () => {
  const { kiosk, mariama } = await deskWithPeople()
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  const number = typist.page.getByLabel(fr.people.number)
  await typeUnshifted(typist.page, '1234567')
  expect(await number.inputValue()).toBe('123456')
  await number.press('ControlOrMeta+a')
  await typeUnshifted(typist.page, mariama.number)
  await typist.press('Enter')
  await typeUnshifted(typist.page, mariama.pin)
  await typist.press('Enter')
  await typist.at('events')
})
