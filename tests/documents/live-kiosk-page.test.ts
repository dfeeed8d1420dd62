import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { onScreen } from '../world/page.ts'
import { openTerminal } from '../support/terminal.ts'
import { setupUser } from '../e2e/setup-user.ts'

const { openPage } = useBrowser()

const manual = readFileSync(new URL('../../docs/operating/live-kiosk.md', import.meta.url), 'utf8')

/** Commands and expected output in the manual page, in order. */
const found = [...manual.matchAll(/^```(sh)?\n(.*?)^```$/gmsu)]
const blocks = found.map(([, shell, text = '']) => ({ typed: shell === 'sh', text }))

/** Values that the reader notes for a later step: the example in the manual and the pattern of the real value. */
const noted = [
  { example: 'BJCFMA99S9', said: /access code (\S+)/u },
  { example: 'FZ168G9AR3W56T1Z4D81977H80YQPJWN', said: /^secret (\S+)/mu },
  { example: 'NMM5-8Y1Q-JJXW-X9XX', said: /fleet enrol (\S+)/u },
  { example: '91AF 04C2 …', said: /^certificate SHA-256 (.+)$/mu },
] as const

/** Pages of the set-up in the manual, and the actions on each: buttons, fields with typed text, PINs. */
const setUpPages = [...manual.matchAll(/^\| _([^_|]+)_ +\| (.*?) +\|$/gmu)].map(([, page = '', doing = '']) => ({
  page,
  actions: [...doing.matchAll(/(?:_([^_]+)_)? ?(?:`([^`]+)`)?/gu)].flatMap(([all, name, value]) =>
    all.trim() === '' ? [] : [{ name, value }],
  ),
}))

test('a stranger who follows the page from top to bottom has sold a ticket', async () => {
  const home = temporaryFolder()
  const port = String(await freePort())
  const { answerTo } = openTerminal(home)
  const values = new Map<string, string>([['7420', port]])
  const asHere = (text: string): string => [...values].reduce((so, [example, own]) => so.replaceAll(example, own), text)

  const page = await openPage({ viewport: { width: 1366, height: 768 }, hasTouch: true })
  let said = ''
  for (const { typed, text } of blocks) {
    if (!typed) {
      for (const { example, said: where } of noted) {
        const own = text.includes(example) ? where.exec(said)?.[1] : undefined
        if (own === undefined) continue
        values.set(example, own)
        // The table of pages contains only the start of the value.
        values.set(`${example.slice(0, 6)}…`, own)
      }
      expect(said).toContain(asHere(text).trim())
      continue
    }
    // The shell reports a job that was ended by a signal as failed.
    if (text.startsWith('kill')) await answerTo('set +e')
    if (text.includes('ls kiosk/live/tickets')) {
      await page.goto(await addressIn(`${home}/guichet-live/kiosk.log`))
      await setUp(page, asHere)
      await sell(page)
      // Data that the hub sends to a new device appears in the device's status after a moment.
      await answerTo('until guichet status --data kiosk >status.txt; do sleep 1; done')
    }
    // The background program may not have created its log yet.
    const log = /^cat (\S+\.log)/u.exec(text)?.[1]
    if (log !== undefined) await expect.poll(() => existsSync(`${home}/guichet-live/${log}`)).toBe(true)
    said = await answerTo(asHere(text))
    // The hub's start and the kiosk's first report to its hub take a moment.
    while (isEarly(text, said)) said = await answerTo(asHere(text))
    if (text.includes('ledger verify')) expect(said).toContain('ledger verified')
    if (text.includes('ls kiosk/live/tickets')) {
      expect(said).toMatch(/^[\w-]+\.pdf$/mu)
      expect(said).toMatch(/^partner {3}up$/mu)
      expect(said).toContain('33 seats left')
      expect(said).toContain('1 sale compared, 1 ticket agrees, 0 differences')
    }
  }
  expect(await answerTo('wait; jobs; guichet status --data kiosk')).toBe('not running\n')
}, 300_000)

const isEarly = (command: string, said: string): boolean =>
  (command.startsWith('cat hub.log') && !said.includes('certificate SHA-256')) ||
  (command.startsWith('guichet hub ledgers') && said === '')

async function setUp(page: Page, asHere: (text: string) => string): Promise<void> {
  const { t, tap } = setupUser(page, 'fr')
  const { first, second } = t.setup.people
  let pins = 0
  expect(setUpPages.length).toBeGreaterThan(15)
  for (const { page: heading, actions } of setUpPages) {
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
    await page.locator('[data-screen^="setup-"][data-settling="false"]').waitFor()
    for (const { name, value } of actions) {
      if (name === undefined) {
        await page.getByRole('group', { name: pins++ % 2 === 0 ? first : second }).waitFor()
        await page.keyboard.type(value ?? '')
      } else if (value === undefined) await tap(name)
      else await page.getByLabel(name, { exact: true }).fill(asHere(value))
    }
  }
}

async function sell(page: Page): Promise<void> {
  const found = /## The first ticket\n(.*?)\*\*13\.\*\*/su.exec(manual)?.[1] ?? ''
  const words = [...found.matchAll(/_([^_]+)_/gu)].map(([, word = '']) => word)
  expect(words).toHaveLength(8)
  const [one = '', take = '', cash = '', attendant = '', next = '', exact = '', done = '', title = ''] = words
  const [, pin = ''] = /^\| _Code de la machine_ +\| `(\d+)`/mu.exec(manual) ?? []

  await onScreen(page, 'attract')
  await page.getByRole('button', { name: 'Hamana AC' }).tap()
  await onScreen(page, 'offers')
  await touch(page, one)
  // Matches the whole text, because the button for the plan begins with the same word.
  await page.getByText(take, { exact: true }).first().tap()
  await onScreen(page, 'review')
  await touch(page, cash)
  await onScreen(page, 'cash')
  await touch(page, attendant)
  for (const digit of pin) await touch(page, digit)
  for (const word of [next, exact, done]) await touch(page, word)
  await onScreen(page, 'done')
  expect(await page.getByRole('main').innerText()).toContain(title)
}

const touch = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).first().tap()

async function addressIn(logFile: string): Promise<string> {
  const address = (): string => /^Guichet: (\S+)$/mu.exec(readFileSync(logFile, 'utf8'))?.[1] ?? ''
  await expect.poll(address).not.toBe('')
  return address()
}
