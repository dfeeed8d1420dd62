import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { windowOptions } from '../../electron/cli/arguments.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { documentPages, fencesOf, textOf } from './pages.ts'

/**
 * Excluded pages: two contain signed texts that begin with the program's name, and one contains a misspelt option as an
 * example.
 */
const without = ['integrating/fleet-api', 'integrating/ledger-format', 'developing/dependencies'].map(
  (name) => `docs/${name}.md`,
)
const pages = documentPages().filter((path) => !without.includes(path))

test('every command that the documents give is there, with its options and no word too many', async () => {
  const given = pages.flatMap((page) => commandsOf(textOf(page)).map((command) => ({ page, command })))
  expect(given.length).toBeGreaterThan(150)
  const faults = []
  for (const { page, command } of given) {
    const fault = await faultOf(command)
    if (fault !== null) faults.push(`${page}: guichet ${command}: ${fault}`)
  }
  expect(faults).toEqual([])
})

test('no page gives a command of npx by a name that another package may have in the registry', () => {
  expect(documentPages().filter((page) => textOf(page).includes('npx guichet'))).toEqual([])
})

test('commands that no test types have a reason, the same in both languages', () => {
  const marks = (page: string): readonly (readonly [number, string, string])[] =>
    fencesOf(textOf(page)).map(({ info, how }, index) => [index, info, how])
  const faults = pages.flatMap((page) => {
    const english = page.replace('docs/fr/', 'docs/')
    return marks(page).flatMap(([index, info, how]) => {
      const isForeign = info === 'bat' || info === 'powershell'
      const isMarked = isForeign ? how.startsWith('no-run') : info === 'sh' || how === ''
      const [test] = /tests\/[\w./-]+/u.exec(how) ?? []
      if (!isMarked || /^no-run:\s*$/u.test(how)) return [`${page}, block ${index}: needs a reason`]
      if (test !== undefined && !existsSync(new URL(`../../${test}`, import.meta.url)))
        return [`${page}, block ${index}: no ${test}`]
      if (page !== english && page.includes('/operating/') && marks(english)[index]?.[2] !== how)
        return [`${page}, block ${index}: marked otherwise than in English`]
      return []
    })
  })
  expect(faults).toEqual([])
})

test('a command that is not there is found, in blocks, in lines, behind sudo and npm run', async () => {
  for (const [command, fault] of [
    ['hub devises invite x', 'no command “devises”'],
    ['staff add 7 --nom x --role cashier', 'no option --nom'],
    ['fleet enrol A B', 'a word too many: B'],
    ['--kiosque', 'no option --kiosque'],
  ] as const)
    expect(await faultOf(command)).toBe(fault)
  const text =
    'Type `npm run guichet -- doctor`, see `guichet`:\n\n```sh\nsudo -u guichet guichet status  # how it is\n' +
    'guichet serve \\\n  --port 1 > log 2>&1 &\nguichet() { x; }\ncd guichet\n```\n'
  expect(commandsOf(text)).toEqual(['status', 'serve --port 1', 'doctor'])
})

test('the cards are written by the commands that the page of the office gives', async () => {
  const given = commandsOf(textOf('docs/operating/back-office.md')).filter((command) =>
    command.startsWith('manual card'),
  )
  expect(given.map((command) => command.split(' ')[2])).toEqual(['cashier', 'attendant'])
  const folder = temporaryFolder()
  for (const [index, command] of given.entries()) {
    const file = join(folder, `${index}.pdf`)
    const words = command.replace(/ --file \S+/u, '').split(' ')
    expect(await guichet(...words, '--file', file, '--data', folder)).toEqual({ code: 0, said: file, refused: [] })
    expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-/u)
  }
  expect(await guichet('manual', 'card', 'guard', '--data', folder)).toMatchObject({ code: 2 })
})

function commandsOf(text: string): readonly string[] {
  const typed = fencesOf(text).filter(({ info }) => ['', 'sh', 'bat'].includes(info))
  const blocks = typed.flatMap((block) => block.text.replaceAll(/\\\n\s*/gu, '').split('\n'))
  const prose = text.replaceAll(/^```.*?^```$/gmsu, '')
  const lines = [...prose.matchAll(/`([^`\n]+)`/gu)].map(([, line = '']) => line)
  return [...blocks, ...lines].flatMap((line) => {
    const command = /^(?:sudo (?:-u guichet )?)?(?:npm run guichet --|guichet) ((?:--)?[a-z-]+(?: .*)?)$/u.exec(
      line,
    )?.[1]
    return command === undefined ? [] : [command.replace(/\s+(?:#|\d?>|\||&).*$/u, '').trim()]
  })
}

/** Returns the reason why the program would reject a command, or null. Accepts placeholders as values. */
async function faultOf(command: string): Promise<string | null> {
  const words = (command.match(/"[^"]*"|\S+/gu) ?? []).filter((word) => word !== 'COMMAND')
  const path: string[] = []
  let help = (await guichet('--help')).said
  while (words[0] !== undefined && /^ {2}[a-z]/mu.test(help.split('\nCommands:\n')[1] ?? '')) {
    const [word = ''] = words
    if (word.startsWith('-') || word === '…') break
    if (!new RegExp(`^ {2}${word}(?![\\w-])`, 'mu').test(help.split('\nCommands:\n')[1] ?? '')) {
      if (placesOf(help) > 0) break
      return `no command “${word}”`
    }
    path.push(words.shift() ?? '')
    help = (await guichet(...path, '--help')).said
  }
  const valued = (option: string): boolean => new RegExp(`${option} <`, 'u').test(help)
  const ofWindow = Object.keys(windowOptions).map((name) => `--${name}`)
  const places = placesOf(help)
  const own: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [option = ''] = word.split('=')
    if (word === '…') continue
    if (!word.startsWith('--')) own.push(word)
    else if (path.length === 0 ? !ofWindow.includes(option) && !help.includes(option) : !help.includes(option))
      return `no option ${option}`
    else if (valued(option) && !word.includes('=')) at += 1
  }
  return path.length > 0 && own.length > places && !help.includes('...') ? `a word too many: ${own[places]}` : null
}

function placesOf(help: string): number {
  return (/^Usage: (.*)$/mu.exec(help)?.[1] ?? '').match(/[<[][A-Z][A-Z-]*[>\]]/gu)?.length ?? 0
}
