import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess, temporaryFolder, type Shell } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { onScreen } from '../support/kiosk-page.ts'

const { openPage } = useBrowser()

const manual = readFileSync(new URL('../../docs/operating/live-kiosk.md', import.meta.url), 'utf8')

/** What the page has people type, and what it says is answered, in its order. */
const blocks = [...manual.matchAll(/^```(sh)?\n(.*?)^```$/gmsu)].map(([, shell, text = '']) => ({
  typed: shell === 'sh',
  text,
}))

/** What people note from one step for another, as the page prints it, and where the hub says it. */
const noted = [
  { example: 'BJCFMA99S9', said: /access code (\S+)/u },
  { example: 'FZ168G9AR3W56T1Z4D81977H80YQPJWN', said: /^secret (\S+)/mu },
  { example: 'NMM5-8Y1Q-JJXW-X9XX', said: /fleet enrol (\S+)/u },
] as const

test('a stranger who follows the page from top to bottom has sold a ticket', async () => {
  const home = temporaryFolder()
  const port = String(await freePort())
  const terminal = openTerminal(home)
  const values = new Map<string, string>([['7420', port]])
  const asHere = (text: string): string => [...values].reduce((so, [example, own]) => so.replaceAll(example, own), text)

  let said = ''
  for (const { typed, text } of blocks) {
    if (!typed) {
      for (const { example, said: where } of noted) {
        const own = text.includes(example) ? where.exec(said)?.[1] : undefined
        if (own !== undefined) values.set(example, own)
      }
      expect(said).toContain(asHere(text).trim())
      continue
    }
    // A job that was ended by a signal did not go well, says the shell.
    if (text.startsWith('kill')) terminal.types('set +e')
    if (text.includes('ls kiosk/live/tickets')) await sell(`${home}/guichet-live/kiosk.log`)
    said = await answerTo(terminal, asHere(text))
    // The kiosk tells its hub in its own time.
    while (text.startsWith('guichet hub ledgers') && said === '') said = await answerTo(terminal, asHere(text))
    if (text.includes('ledger verify')) expect(said).toContain('the ledger holds')
    if (text.includes('ls kiosk/live/tickets')) {
      expect(said).toMatch(/^[\w-]+\.pdf$/mu)
      expect(said).toMatch(/^partner {3}up$/mu)
      expect(said).toContain('33 seats left')
      expect(said).toContain('1 sales compared, 1 tickets agree, 0 differences')
    }
  }
  expect(await answerTo(terminal, 'wait; jobs; guichet status --data kiosk')).toBe('no program runs here\n')
}, 300_000)

/** A shell with jobs, as people have it; the first command that fails ends it, and its end ends the jobs. */
function openTerminal(home: string): Shell {
  const terminal = startProcess('bash', [], { HOME: home, npm_config_update_notifier: 'false' })
  terminal.types(`set -em\ntrap 'for job in $(jobs -p); do kill -9 -- -$job; done' EXIT`)
  onTestFinished(async () => {
    terminal.types('exit')
    await terminal.ended
  })
  return terminal
}

let answers = 0

/** What those commands say, once the last of them is done. */
async function answerTo(terminal: Shell, commands: string): Promise<string> {
  const end = `-- done ${++answers} --`
  const before = terminal.output.stdout.length
  terminal.types(`${commands}\necho '${end}'`)
  await terminal.says(new RegExp(end, 'u')).catch((error: unknown) => {
    throw new Error(`${commands}${terminal.output.stdout.slice(before)}`, { cause: error })
  })
  return terminal.output.stdout.slice(before, terminal.output.stdout.indexOf(end, before))
}

/** Steps 15 and 16: every word in italics is one to touch, the last one of them to be read. */
async function sell(logFile: string): Promise<void> {
  const found = /## The first ticket\n(.*?)\*\*17\.\*\*/su.exec(manual)?.[1] ?? ''
  const words = [...found.matchAll(/_([^_]+)_/gu)].map(([, word = '']) => word)
  expect(words).toHaveLength(7)
  const [one = '', take = '', cash = '', next = '', exact = '', done = '', title = ''] = words
  const [, pin = ''] = /"staffPin": "(\d+)"/u.exec(manual) ?? []

  const page = await openPage({ viewport: { width: 1280, height: 800 }, hasTouch: true })
  await page.goto(await addressIn(logFile))
  await onScreen(page, 'attract')
  await page.getByRole('main').tap()
  await onScreen(page, 'events')
  await page.getByRole('button', { name: 'Horoya AC' }).tap()
  await onScreen(page, 'party')
  await touch(page, one)
  await onScreen(page, 'offers')
  await touch(page, take)
  await onScreen(page, 'review')
  await touch(page, cash)
  await onScreen(page, 'cash')
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
