import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { processTerminal } from '../../electron/cli/command.ts'
import { languages, tongues } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { sampleTicket, ticketLine } from '../printing/ticket-samples.ts'
import { seedFolder, startDemoHub } from '../support/demo-hub.ts'
import { readPdfText } from '../support/pdf.ts'
import { guichet, speakAs } from './guichet.ts'
import { bookingFile } from '../../electron/host/system.ts'
import { freePort } from '../support/free-port.ts'
import { endless, startEndless, UNDERWAY } from '../support/infinite-response-server.ts'

async function commandsOf(...path: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { code, said, refused } = await guichet(...path, '--help')
  expect([path, code, refused]).toEqual([path, 0, []])
  expect(said).toContain(`Usage: guichet ${path.join(' ')}`)
  const listed = said.split('\nCommands:\n')[1]?.matchAll(/^ {2}([a-z-]+)/gmu) ?? []
  const below = [...listed].map(([, name = '']) => [...path, name])
  const deeper = await Promise.all(below.filter((each) => each.at(-1) !== 'help').map((each) => commandsOf(...each)))
  return [...below, ...deeper.flat()]
}

test('every command says by --help what it does and takes, and does nothing', async () => {
  const names = (await commandsOf()).map((path) => path.join(' '))
  expect(names).toHaveLength(85)
  for (const name of ['demo', 'hub partners revoke-key', 'hub settings set', 'ledger renew-key', 'update sign'])
    expect(names).toContain(name)
})

test('an option whose value was forgotten does not take the next one for it', async () => {
  const { code, refused } = await guichet('serve', '--host', '--port', '1')
  expect([code, refused]).toEqual([2, ['--host <ADDRESS>: the value is missing']])
})

test.each([
  [['fleet', 'enrol'], /^CODE is missing$/u],
  [['payment-simulator', 'paypal'], /^NAME: expected one of djomy, .*zvt.*, ssp, found "paypal"$/u],
  [['payment-simulator', 'djomy', '--act', 'aprove'], /^--act: expected one of approve, refuse, .*, found "aprove"$/u],
  [['payment-simulator', 'djomy', '--tls-key', 'key.pem'], /^--tls-cert and --tls-key go together: /u],
  [['payment-simulator', 'djomy', '--currency', 'francs'], /^--currency: expected a currency code .* "francs"$/u],
  [['staff', 'list', '--untried'], /^--untried: unknown option$/u],
  [['constructor'], /^unknown command "constructor"$/u],
  [['serve', '--prot', '1'], /^--prot: unknown option; did you mean --port\?$/u],
  [['serve', '7420'], /^serve: too many arguments: remove "7420"$/u],
  [['serve', '--port', '70000'], /^--port: expected a whole number from 0 to 65535, found "70000"$/u],
  [['conformance'], /^--base-url takes the address of the service/u],
  [['demo', '--seats', '9'], /^--seats: expected a whole number from 1 to 8, found "9"$/u],
  [['virtual-printer', '--paper', 'a4'], /^--paper: expected one of roll-80, roll-58, found "a4"$/u],
  [['virtual-printer', '--speed', '0'], /^--speed: expected a whole number from 1 to 1000, found "0"$/u],
  [['staff', 'add', 'x', '--data', '/nowhere'], /^NUMBER: attendu\s: un numéro de 1 à 6 chiffres\s; lu\s: "x"$/u],
])('%j is refused in words', async (words, sentence) => {
  expect(await guichet(...words)).toEqual({ code: 2, said: '', refused: [expect.stringMatching(sentence)] })
})

const absent = '/nowhere/at-all'

test.each(languages)('a wrong command line is refused in %s', async (language) => {
  speakAs(language)
  const { refusals, values, files, config } = catalogues[language]
  const { refused: lines } = await guichet('staff', 'list', '--config', absent)
  const number = values.expected(refusals.expected.wholeNumber(0, 65_535), '"x"')
  const cases: readonly (readonly [string, ...(readonly string[])])[] = [
    [refusals.unknownOption('--prot', '--port'), 'serve', '--prot', '1'],
    [refusals.unknownCommand('dance', 'hub'), 'hub', 'dance'],
    [refusals.tooManyWords('status', 'again'), 'status', 'again'],
    [refusals.missing('ID'), 'hub', 'codes', 'renew'],
    [refusals.missingValue('--host <ADDRESS>'), 'serve', '--host'],
    [`--port: ${number}`, 'serve', '--port', 'x'],
    [`--mode: ${values.expected(values.oneOf('demo, live'), '"x"')}`, 'serve', '--mode', 'x'],
    [refusals.together('--tls-cert', '--tls-key'), 'serve', '--tls-key', 'x'],
    [refusals.databaseUnreachable, 'hub', 'events', '--store', 'postgres://127.0.0.1:1/x'],
    [refusals.noEvent('9'), 'hub', 'tickets', 'list', '9', '--data', temporaryFolder()],
    [files.noFolder(absent), 'hub', 'backup', `${absent}/copy.db`, '--data', temporaryFolder()],
    [files.noFile('key.pem'), 'payment-simulator', 'djomy', '--tls-cert', 'key.pem', '--tls-key', 'key.pem'],
  ]
  expect(lines).toEqual([`${absent}: ${config['settings-missing']({ type: 'settings-missing' })}`])
  for (const [sentence, ...words] of cases) expect((await guichet(...words)).refused[0]).toBe(sentence)
})

test('what a partner or buyer wrote reaches a terminal without control characters', async () => {
  const written: string[] = []
  for (const stream of [process.stdout, process.stderr]) {
    const write = vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    onTestFinished(() => write.mockRestore())
  }
  const terminal = processTerminal('guichet')
  terminal.say('a\u001b]0;title\u0007b\u009b2J\tc\rd\ne')
  terminal.refuse('x\u202ey\u2066z\u2069', 'é ملعب')
  expect(await runCommandLine(['no\u001b[2Jsuch'])).toBe(2)
  const [said, ...refused] = written
  expect(said).toBe('a\ufffd]0;title\ufffdb\ufffd2J\tc\ufffdd\ne\n')
  expect(refused.slice(0, 2)).toEqual(['guichet: x\ufffdy\ufffdz\ufffd\n', 'guichet: é ملعب\n'])
  expect(refused.slice(2).join('')).toContain('no\ufffd[2Jsuch')
  expect(refused.slice(2).join('')).not.toContain('\u001b')
})

test('an Arabic sentence reaches a terminal with its isolates, and only with those that are closed', () => {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  const terminal = processTerminal('guichet')
  terminal.say('اسم: \u2068max\u001bSeat\u2069؛ \u2068name\u2069')
  terminal.say('\u2068open\n\u2068\u202eturned\u2069 \u2069')
  expect(written).toEqual([
    'اسم: \u2068max\ufffdSeat\u2069؛ \u2068name\u2069\n',
    '\ufffdopen\n\u2068\ufffdturned\u2069 \ufffd\n',
  ])
})

test.each(['cli/main.ts', 'browser-host-main.ts'])(
  'on a Node.js that is too old %s exits with one sentence',
  (entry) => {
    const oldNode = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.13.1' } })`
    const program = fileURLToPath(new URL(`../../electron/${entry}`, import.meta.url))
    const ran = spawnSync(process.execPath, ['--import', `data:text/javascript,${oldNode}`, program, '--help'], {
      encoding: 'utf8',
    })
    expect(ran).toMatchObject({ status: 1, stdout: '' })
    expect(ran.stderr).toMatch(/^guichet: Node\.js 22\.14 or later is required, this is .*\n$/u)
  },
)

async function refusedVenue(name: string, content: string | Uint8Array): Promise<readonly string[]> {
  const data = temporaryFolder()
  const file = join(data, name)
  writeFileSync(file, content)
  const venue = ['--name', 'Nongo', '--city', 'Conakry', '--country', 'Guinée', '--language', 'fr']
  const { code, said, refused } = await guichet('hub', 'venues', 'import', file, ...venue, '--data', data)
  expect([code, said]).toEqual([1, ''])
  return refused.map((line) => line.replace(`${file}:`, '').replaceAll('\u00a0', ' '))
}

test('a list of rows is refused in French, with place, value and what is expected', async () => {
  const header = 'section,tribune,zone,gate,row,seats,accessible'
  expect(await refusedVenue('rows.csv', `${header}\nn-1,N,Z1,A,1,8+x,\nN2,N,Z1,A,1,8,9`)).toEqual([
    '2:1: section: attendu : un code de 1 à 8 majuscules et chiffres ; lu : "n-1"',
    '2:14: seats: attendu : un nombre de places, ou plusieurs séparés par des allées, comme 8+10 ; lu : "8+x"',
  ])
  expect(await refusedVenue('rows.csv', `${header}\nN1,N,Z1,A,1,8,\nN2,N,Z1,A,1,8,9`)).toEqual([
    '3:15: secteur N2 : il n’y a pas de place 1 9',
  ])
  expect(await refusedVenue('rows.csv', Buffer.from('PK\u0003\u0004'))).toEqual([
    '1:1: ce fichier est un classeur et non un fichier texte : dans Excel, enregistrez-le en « CSV UTF-8 »',
  ])
  expect(await refusedVenue('rows.csv', `${header}\n"N1`)).toContain(
    '2:1: un guillemet est ouvert ici et n’est pas fermé',
  )
})

test('a ticket line is refused in the language of the settings, with place, value and what is expected', async () => {
  const data = temporaryFolder()
  const file = join(data, 'club.jsonl')
  const line = ticketLine(sampleTicket({}))
  const wrong = line.replace('"GNF"', '"FG"').replace('"seatNumber":', '"seatNumber":-')
  writeFileSync(file, `${line}\n${wrong}\n`)
  const { code, refused } = await guichet('tickets', file, '--data', data, '--folder', data)
  expect([code, refused.join('\n').replaceAll('\u00a0', ' ').split('\n')]).toEqual([
    1,
    [
      `${file}:2:${wrong.indexOf(':-24') + 2}: place.seatNumber: attendu : au moins 0 ; lu : -24`,
      `${file}:2:${wrong.indexOf('"FG"') + 1}: currency: attendu : un code de devise de trois lettres, comme GNF ; lu : "FG"`,
    ],
  ])
})

test.each([
  [['reconcile', '--csv', '/absent/t.csv'], '/absent : ce dossier n’existe pas'],
  [['reconcile'], 'ledger.db : ce fichier n’existe pas'],
  [['settlement', '--provider', 'djomy-push', '--to', '2020-01-01'], '--from et --to attendent des dates'],
])('%j is refused in French', async (words, sentence) => {
  const { code, refused } = await guichet(...words, '--data', temporaryFolder(), '--language', 'fr')
  expect([code, refused.join('\n').replaceAll('\u00a0', ' ')]).toEqual([2, expect.stringContaining(sentence)])
})

/** Encodes a text as PowerShell saves the output of a command. */
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

test('answers of the set-up are read in UTF-16; a refusal is in the language of the account and shows no value', async () => {
  vi.stubEnv('LC_ALL', 'fr_FR.UTF-8')
  onTestFinished(() => void vi.unstubAllEnvs())
  const data = temporaryFolder()
  const file = join(data, 'answers.json')
  writeFileSync(file, utf16('{\n "profile": "kiosk",\n "machinePin": 7391\n}'))
  const { code, refused } = await guichet('setup', '--answers', file, '--data', data)
  const fault = `${file}:3:16: machinePin: attendu : un texte entre guillemets`
  expect([code, refused.join('\n').replaceAll('\u00a0', ' ')]).toEqual([1, fault])
})

test('a setting for the conformance check is read in UTF-16, and refused by its place', async () => {
  const file = join(temporaryFolder(), 'hold.json')
  writeFileSync(file, utf16('{ "method": "GET", "path": "/hold" }'))
  const { code, refused } = await guichet('conformance', '--base-url', 'http://127.0.0.1:1', '--hold', file)
  expect([code, refused[0]]).toEqual([2, `${file}:1:13: method: expected one of POST, PUT, PATCH, found "GET"`])
})

test.each(['--trust', '--paper', '--key'])('%s of ledger verify takes a file in UTF-16', async (option) => {
  const data = temporaryFolder()
  const [ledger, file] = [join(data, 'ledger.db'), join(data, 'given.txt')]
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content = {
    '--trust': '{"format": "guichet-trust-1", "hubs": [], "registers": []}',
    '--paper': '\n',
    '--key': publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }[option]
  writeFileSync(ledger, '')
  writeFileSync(file, utf16(content ?? ''))
  expect(await guichet('ledger', 'verify', ledger, option, file, '--data', data)).toMatchObject({ code: 1 })
})

test('the demo sells as many as asked, again and again on the same data', async () => {
  const data = await seedFolder(temporaryFolder())
  writeFileSync(join(data, 'config.json'), JSON.stringify({ simulatedTerminal: { customerDelaySeconds: 0 } }))
  const paths = new Set<string>()
  for (const seats of ['1', '3']) {
    const { code, said, refused } = await guichet('demo', '--seats', seats, '--data', data)
    expect([code, refused]).toEqual([0, []])
    const [, path = ''] = /^Tickets: (.*\.pdf)$/mu.exec(said) ?? []
    expect(await readPdfText(readFileSync(path))).toHaveLength(Number(seats))
    paths.add(path)
  }
  expect(paths.size).toBe(2)
})

test('the demo sells nothing on a live machine', async () => {
  const data = temporaryFolder()
  const live = { partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'x' }, tenders: ['cash'], staffPin: '730516' }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ mode: 'live', ...live }))
  const refused = [catalogues.fr.refusals.demoOnly]
  expect(await guichet('demo', '--data', data)).toEqual({ code: 2, said: '', refused })
})

test('the demo says why it could not sell', async () => {
  const data = await seedFolder(temporaryFolder())
  const simulatedTerminal = { customerDelaySeconds: 0, script: ['refuse'] }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ simulatedTerminal }))
  const refused = ['the sale ended as priced; it continues at the next start']
  expect(await guichet('demo', '--data', data)).toMatchObject({ code: 1, refused })
})

test('a language that there is no such pack of is a wrong command line', async () => {
  const refused = [`LANGUAGE: expected one of ${tongues.join(', ')}, found "de"`]
  expect(await guichet('speech', 'check', 'de', '--data', temporaryFolder())).toEqual({ code: 2, said: '', refused })
})

test('the check of speech packs ends with 1 where a text cannot be said', async () => {
  const data = temporaryFolder()
  const pack = join(data, 'speech', 'fr')
  mkdirSync(pack, { recursive: true })
  const voice = { synthetic: false, by: 'Mariama Bah' }
  const clips = { merci: { file: 'a.wav' } }
  const manifest = { format: 'guichet-speech/1', language: 'fr', voice, licence: 'CC0-1.0', clips }
  writeFileSync(join(pack, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(pack, 'a.wav'), 'sound')
  const refused = ['speech packs are incomplete: see above']
  expect(await guichet('speech', 'check', 'fr', '--data', data)).toMatchObject({ code: 1, refused })
})

test('judges a hub rule by rule, writes a report, and says by its exit code whether a rule was broken', async () => {
  const hub = await startDemoHub(bookingFile(await seedFolder(temporaryFolder())))
  onTestFinished(() => hub.stop())
  const check = (...words: readonly string[]) => guichet('conformance', '--base-url', hub.url, ...words)
  const hold = join(temporaryFolder(), 'hold.json')
  const held = async (settings: object) => {
    writeFileSync(hold, JSON.stringify(settings))
    return check('--hold', hold)
  }
  const said = expect.stringMatching(/0 failed, 0 not testable$/u) as string
  expect(await held({ batch: true, body: { seat_ids: '{seat_ids}' } })).toMatchObject({ code: 0, said })
  expect((await held({ body: { place: '{seat_id}' } })).said).not.toMatch(/ 0 not testable$/u)
  const fixed = [expect.stringContaining('expected the text "{seat_id}"')]
  expect(await held({ body: { seat_id: '17' } })).toMatchObject({ code: 2, refused: fixed })
  const file = join(temporaryFolder(), 'report.xml')
  const wrong = ['--partner-code', 'nobody', '--format', 'junit', '--output', file, '--header', 'x-env: demo']
  // The service rejects every request, so the check fails because no rule could be tested.
  expect((await check(...wrong)).code).toBe(1)
  expect(readFileSync(file, 'utf8')).toMatch(/<testsuite name="http:.*skipped="[1-9]/u)
})

test('the check says that no service is there', async () => {
  const host = `127.0.0.1:${await freePort()}`
  const refused = [`http://${host} cannot be reached: connect ECONNREFUSED ${host}`]
  expect(await guichet('conformance', '--base-url', `http://${host}`)).toEqual({ code: 3, said: '', refused })
})

test('the check reads no more of an endless reply than a service ever sends, and says so', async () => {
  const service = await startEndless(200, endless)
  const args = ['conformance', '--base-url', service.url, '--event-id', '1', '--access-code', 'x', '--timeout', '5']
  const { code, said, refused } = await guichet(...args)
  expect([code, refused]).toEqual([1, []])
  expect(said).toContain('a reply of more than 8388608 bytes')
  await service.closed
  expect(service.sent / (8 * 1024 * 1024 + UNDERWAY)).toBeLessThan(said.split('\n').length)
})
