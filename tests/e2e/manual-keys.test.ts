import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { usualShortcuts, type DeskCommandName } from '../../shared/domain/desk/shortcuts.ts'
import { wordsOf } from '../../shared/manual/manual-page.ts'
import { blocksOf, pageAt } from '../documents/pages.ts'
import { useBrowser } from '../support/browser.ts'
import { deskWithPeople, signIn } from './desk-people.ts'
import { holdBest, typistAt, type Typist } from './desk-typist.ts'

const { openPage } = useBrowser()

/** The keys of the page's own table, one by one, as a browser calls them. */
function keysOfPage(): readonly string[] {
  const rows = blocksOf(pageAt('fr/operating/desk.md').blocks).flatMap((block) =>
    block.type === 'table' && block.head.length === 2 ? [block.rows] : [],
  )
  const table = rows.find((each) => each.some(([key]) => key && wordsOf(key) === 'F9')) ?? []
  return table.flatMap(([cell]) => wordsOf(cell ?? []).split(', ')).filter((key) => /^(?:F\d|Ctrl)/u.test(key))
}

const pressed = (key: string): string =>
  key.replace(/^Ctrl\+(.)$/u, (_, letter: string) => `Control+${letter.toLowerCase()}`)

test('every key of the desk’s page is pressed, and does what it is there for', async () => {
  const { kiosk, fatou } = await deskWithPeople({ terminals: 'attended' })
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  const { page } = typist
  const map = page.getByRole('application')
  const asked: string[] = []
  page.on('response', (reply) => reply.ok() && asked.push(reply.url().replace(/^.*\/api\//u, '')))
  const back = async (): Promise<void> => {
    await typist.press('Escape')
    await typist.at('payment')
  }
  const signInAgain = async (): Promise<void> => {
    await typist.at('signed-out')
    await signInTo('payment', typist, fatou)
  }
  const attended = async (): Promise<void> => {
    await typist.at('attended')
    await typist.press('Escape')
    await typist.at('question')
    await typist.type('2')
    await typist.press('Enter')
    await typist.at('payment')
  }
  /** There is nothing yet that it could be done with. */
  const told = (title: string) => () => page.getByRole('alert').filter({ hasText: title }).waitFor()
  const does: Readonly<Record<Exclude<DeskCommandName, 'go-back'>, () => Promise<void>>> = {
    card: attended,
    'orange-money': attended,
    'mtn-momo': attended,
    customer: async () => {
      await typist.at('customer')
      await back()
    },
    language: async () => {
      await expect.poll(() => asked).toContain('setLanguage')
    },
    files: async () => {
      await typist.at('files')
      await back()
    },
    office: async () => {
      await page.locator('[data-office]').waitFor()
      await back()
    },
    lock: signInAgain,
    switch: signInAgain,
    park: () => typist.at('seats'),
    recall: () => typist.at('payment'),
    events: () => typist.at('events'),
    map: () => map.waitFor({ state: 'detached' }),
    behind: told(fr.desk.problems['nothing-behind']().title),
    repeat: told(fr.desk.problems['nothing-to-repeat']().title),
    reprint: told(fr.desk.problems['nothing-to-reprint']().title),
  }
  const given = keysOfPage()
  const usual = Object.entries(usualShortcuts).filter(([command]) => command !== 'go-back')
  expect(given.toSorted()).toEqual(usual.map(([, key]) => key).toSorted())
  const commandOf = new Map(usual.map(([command, key]) => [key, command as keyof typeof does]))
  const press = async (key: string): Promise<void> => {
    await typist.press(pressed(key))
    await does[commandOf.get(key) ?? 'map']()
  }
  const choose = async (): Promise<void> => {
    await typist.at('events')
    await typist.type('2')
    await typist.press('Enter')
    await typist.at('seats')
  }

  await signIn(typist, fatou)
  await choose()
  await map.waitFor()
  // For who has not chosen seats yet; all else is pressed at the payment.
  const { behind, repeat, reprint } = usualShortcuts
  const early = [behind, repeat, reprint, usualShortcuts.map, usualShortcuts.events]
  for (const key of early) await press(key)
  await choose()
  await holdBest(typist, '2 nord')
  for (const key of given.filter((each) => !early.includes(each))) await press(key)
})

async function signInTo(step: 'payment', typist: Typist, who: Parameters<typeof signIn>[1]): Promise<void> {
  await typist.type(who.number)
  await typist.press('Enter')
  await typist.type(who.pin)
  await typist.press('Enter')
  await typist.at(step)
}
