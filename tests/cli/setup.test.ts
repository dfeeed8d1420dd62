import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { listen } from '../partner/scripted-partner.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { lawful } from '../support/lawful-answers.ts'
import { guichet } from './guichet.ts'
import { setUpTenders } from '../../shared/domain/money/tender.ts'

const people: readonly (readonly [RegExp, string])[] = [
  [/Machine PIN/u, '730516'],
  [/The same PIN/u, '730516'],
  [/Name of the first supervisor/u, 'Mariama Bah'],
  [/Supervisor PIN/u, '905173'],
  [/The same PIN/u, '905173'],
]

function seller(): readonly (readonly [RegExp, string])[] {
  const file = join(temporaryFolder(), 'terms.txt')
  writeFileSync(file, 'EXAMPLE')
  return [
    [/Seller: name/u, ''],
    [/Seller: name/u, 'Stade de Nongo SA'],
    [/Seller: address/u, 'Nongo, Conakry'],
    [/Seller: phone or e-mail/u, '+224 620 00 00 00'],
    [/Seller: tax number/u, ''],
    [/VAT included/u, '180'],
    [/VAT included/u, '18'],
    [/Text file of the conditions of sale/u, `${file}.missing`],
    [/Text file of the conditions of sale/u, file],
    [/Text file of the privacy notice/u, file],
  ]
}

const noPrinter: readonly (readonly [RegExp, string])[] = [
  [/Ticket printer \(none, network, queue\)/u, ''],
  [/Receipt printer \(none, network, queue\)/u, ''],
  [/Report printer \(none, network, queue\)/u, ''],
  [/Save these settings/u, 'yes'],
]

/** Runs the set-up in French. Expects exactly the questions of `answers`, in order. */
async function setUp(data: string, answers: readonly (readonly [RegExp, string])[], more?: 'and leaves') {
  const typed = Readable.from(answers.map(([, line]) => `${line}\n`))
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(typed as typeof process.stdin)
  vi.stubEnv('LC_ALL', 'fr_GN.UTF-8')
  try {
    const done = await guichet('setup', '--data', data)
    const asked = done.said.split('\n').filter((line) => line.endsWith(':'))
    // If the input ends early, the set-up has printed one more question.
    expect(more ? asked.slice(0, -1) : asked).toEqual(
      answers.map(([question]) => expect.stringMatching(new RegExp(`^(?:${question.source})`, 'u')) as string),
    )
    return done
  } finally {
    stdin.mockRestore()
    vi.unstubAllEnvs()
  }
}

const settingsIn = (data: string): unknown => JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))

describe('guichet setup', () => {
  test('makes a demo of a machine in four answers, and starts on it', async () => {
    const data = temporaryFolder()
    const done = await setUp(data, [
      [/Langue des écrans/u, 'pt'],
      [/Função da máquina/u, ''],
      [/Nome da máquina/u, 'hall-1'],
      [/Cartões e Mobile Money/u, ''],
    ])
    expect(done).toMatchObject({ code: 0, refused: [] })
    const demo = { deviceId: 'hall-1', mode: 'demo', terminals: 'simulated' }
    expect(settingsIn(data)).toEqual({ ...demo, language: 'pt', languages: ['pt', 'fr', 'en'] })
    expect(statSync(join(data, 'config.json')).mode & 0o777).toBe(0o600)
    await seedFolder(data)
    const simulatedTerminal = { customerDelaySeconds: 0 }
    writeFileSync(join(data, 'config.json'), JSON.stringify({ ...(settingsIn(data) as object), simulatedTerminal }))
    expect(await guichet('demo', '--data', data)).toMatchObject({ code: 0, refused: [] })
  })

  test('asks again for what the program would refuse, tries the partner, and keeps the old settings', async () => {
    const data = temporaryFolder()
    const first = await setUp(data, [
      [/Langue/u, ''],
      [/Rôle de la machine/u, 'demo'],
      [/Nom de la machine/u, 'old'],
      [/Cartes et Mobile Money/u, 'manual'],
    ])
    expect(first.code).toBe(0)
    const done = await setUp(data, [
      [/Langue/u, 'en'],
      [/Settings exist already/u, 'yes'],
      [/Role of the machine/u, 'till'],
      [/Role of the machine/u, 'kiosk'],
      [/Machine name/u, 'two words'],
      [/Machine name/u, 'nongo-3'],
      [/Full screen/u, ''],
      [/Booking service address/u, 'http://tickets.example'],
      [/Booking service address/u, 'https://127.0.0.1:1'],
      [/Partner code/u, 'nongo'],
      [/Request signing/u, 'none'],
      [/Payment methods/u, 'cash, notes'],
      [/Banknote reader port/u, 'note-device'],
      [/Banknote reader port/u, ''],
      [/Encrypted connection/u, 'always'],
      [/Machine PIN/u, '12'],
      [/Machine PIN/u, '123456'],
      [/Machine PIN/u, '730516'],
      [/The same PIN/u, '730517'],
      ...people,
      ...seller(),
      ...noPrinter,
    ])
    expect(done).toMatchObject({ code: 0, refused: [] })
    expect(done.said).toMatch(/^terms\.conditions\.en\.file: no such file: .*terms\.txt\.missing$/mu)
    expect(done.said).toContain('expected one of kiosk, cashier, demo, hub\n')
    expect(done.said).toMatch(/^deviceId: expected 1 to 32 letters/mu)
    expect(done.said).toMatch(/^✗ /mu)
    expect(settingsIn(data)).toMatchObject({
      deviceId: 'nongo-3',
      mode: 'live',
      role: 'kiosk',
      partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo' },
      tenders: ['cash', 'notes'],
      notes: { driver: 'ssp', device: '/dev/note-device', encryption: 'always' },
      staffPin: '730516',
      seller: { name: 'Stade de Nongo SA', address: 'Nongo, Conakry', contact: '+224 620 00 00 00', taxRate: 18 },
      terms: { conditions: { en: { file: expect.stringMatching(/terms\.txt$/u) as string } }, privacy: { en: {} } },
      kiosk: true,
    })
    const old = { deviceId: 'old', terminals: 'manual' }
    expect(JSON.parse(readFileSync(join(data, 'config.json.before'), 'utf8'))).toMatchObject(old)
    expect((await guichet('staff', 'list', '--data', data)).said).toBe('1  supervisor  Mariama Bah')
  })

  test('asks a desk how people pay there, and which printer does what', async () => {
    const data = temporaryFolder()
    const secret = join(temporaryFolder(), 'secret')
    const noPrinter = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const printer = `127.0.0.1:${await listen(noPrinter)}`
    writeFileSync(secret, 'never-shown\n', { mode: 0o600 })
    const done = await setUp(data, [
      [/Langue/u, 'en'],
      [/Role of the machine/u, 'cashier'],
      [/Machine name/u, 'guichet-2'],
      [/Booking service address/u, 'https://127.0.0.1:1'],
      [/Partner code/u, 'nongo'],
      [/Request signing/u, 'none'],
      [/Payment methods/u, 'cash, barter'],
      [/Payment methods/u, 'mtn-momo, cash,card,orange-money,cheque'],
      [/Name shown to customers for MTN MoMo/u, 'a name of many more than 24 signs'],
      [/Name shown to customers for MTN MoMo/u, 'Areeba Money'],
      [/Payment provider for Areeba Money/u, ''],
      [/Name shown to customers for Card/u, ''],
      [/Payment provider for Card/u, ''],
      [/Name shown to customers for Orange Money/u, ''],
      [/Payment provider for Orange Money/u, 'djomy-push'],
      [/djomy-push: clientId/u, 'venue'],
      [/djomy-push: clientSecret/u, secret],
      [/djomy-push: partnerDomain/u, ''],
      [/djomy-push: method/u, 'barter'],
      [/djomy-push: method/u, 'MOMO'],
      [/djomy-push: returnUrl/u, ''],
      [/djomy-push: cancelUrl/u, ''],
      [/djomy-push: baseUrl/u, 'https://127.0.0.1:1'],
      [/djomy-push: country /u, ''],
      [/djomy-push: currency/u, ''],
      [/djomy-push: countryCode/u, ''],
      [/djomy-push: nationalDigits/u, ''],
      [/djomy-push: caFile/u, ''],
      [/djomy-push: httpProxy/u, ''],
      ...people,
      ...seller(),
      [/Ticket printer/u, 'network'],
      [/Printer address/u, printer],
      [/Receipt printer \(none, tickets, network, queue\)/u, 'tickets'],
      [/Report printer \(none, tickets, network, queue\)/u, 'queue'],
      [/Print queue name/u, 'Office'],
      [/Printer that the cash drawer is connected to \(none, tickets\)/u, 'tickets'],
      [/Save these settings/u, 'yes'],
    ])
    expect(done).toMatchObject({ code: 0, refused: [] })
    expect(done.said).toMatch(/^✗ Address +127\.0\.0\.1:1 does not answer/mu)
    expect(done.said).not.toContain('never-shown')
    expect(done.said).toContain(`expected one or more of ${setUpTenders('cashier').join(', ')}\n`)
    const { payments, ...settings } = settingsIn(data) as { payments: { 'orange-money': Record<string, unknown> } }
    expect(done.said).toContain('tenderNames.mtn-momo: expected 1 to 24 characters on one line\n')
    expect(settings).toMatchObject({
      role: 'cashier',
      tenders: ['mtn-momo', 'cash', 'card', 'orange-money', 'cheque'],
      tenderNames: { 'mtn-momo': 'Areeba Money' },
      printers: {
        devices: {
          tickets: { kind: 'escpos', address: `tcp://${printer}`, drawer: {} },
          reports: { kind: 'system', queue: 'Office' },
        },
        tickets: ['tickets'],
        receipts: ['tickets'],
        reports: ['reports'],
        drawer: 'tickets',
      },
    })
    expect(payments).toMatchObject({ 'orange-money': { driver: 'djomy-push', clientId: 'venue', method: 'MOMO' } })
    const { secretFile } = payments['orange-money']['clientSecret'] as { secretFile: string }
    expect(readFileSync(join(data, secretFile), 'utf8')).toBe('never-shown')
  })

  test('reads all answers from a file that only its owner reads, and writes nothing while the partner does not answer', async () => {
    const data = temporaryFolder()
    const file = join(data, 'answers.json')
    const answers = {
      profile: 'cashier',
      language: 'ar',
      deviceId: 'desk-2',
      partner: {
        baseUrl: 'https://127.0.0.1:1',
        partnerCode: 'nongo',
        signing: { scheme: 'stadepass-hmac', keyId: 'k1', secret: 'never-shown' },
      },
      machinePin: '730516',
      people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
      accessCodes: { '7': ' BJCFMA99S9 ' },
    }
    const terms = { conditions: { ar: 'شروط' }, privacy: { ar: { file: 'privacy.txt' } } }
    const law = { seller: lawful.seller, terms }
    writeFileSync(join(data, 'privacy.txt'), 'خصوصية')
    writeFileSync(file, JSON.stringify(answers), { mode: 0o644 })
    const setup = (...more: readonly string[]) => guichet('setup', '--answers', file, '--data', data, ...more)
    expect(await setup()).toMatchObject({ code: 1, refused: [expect.stringContaining('chmod 600')] })
    chmodSync(file, 0o600)
    const open = /^seller\.name: .*\n.*\n.*\nterms\.conditions: .*\nterms\.privacy: لا جواب بعد$/u
    expect(await setup('--untried')).toMatchObject({ code: 1, said: expect.stringMatching(open) as string })
    writeFileSync(file, JSON.stringify({ ...answers, ...law }))
    expect(await setup()).toMatchObject({ code: 1, said: expect.stringMatching(/^✗ /mu) as string })
    expect(readdirSync(data)).toEqual(['answers.json', 'privacy.txt'])

    expect(await setup('--untried')).toMatchObject({ code: 0, refused: [] })
    const settings = settingsIn(data) as { partner: { signing: { secretFile: string } } }
    const own = { mode: 'live', role: 'cashier', language: 'ar', staffPin: '730516', tenders: ['cash'] }
    expect(settings).toMatchObject(own)
    const codesFile = join(data, 'live', 'access-codes.json')
    expect(JSON.parse(readFileSync(codesFile, 'utf8'))).toEqual({ '7': 'BJCFMA99S9' })
    expect(statSync(codesFile).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(settings)).not.toContain('BJCFMA99S9')
    // A desk retains the tenders of its own terminal. When the machine becomes a kiosk, the terminal's tenders are
    // removed.
    const tenders = ['cash', 'card']
    writeFileSync(join(data, 'config.json'), JSON.stringify({ ...settings, tenders }))
    for (const [profile, said, taken] of [
      ['cashier', {}, tenders],
      ['cashier', { tenders: ['cash', 'orange-money'] }, ['cash', 'orange-money']],
      ['kiosk', { tenders }, ['cash']],
    ] as const) {
      writeFileSync(file, JSON.stringify({ ...answers, ...law, profile, ...said }))
      expect(await setup('--untried')).toMatchObject({ code: 0, refused: [] })
      expect(settingsIn(data)).toMatchObject({ role: profile, tenders: taken })
    }
    const { secretFile } = (settingsIn(data) as typeof settings).partner.signing
    expect(readFileSync(join(data, secretFile), 'utf8')).toBe('never-shown')
    expect(statSync(join(data, secretFile)).mode & 0o777).toBe(0o600)
  })

  test('writes nothing where nobody answers', async () => {
    const data = temporaryFolder()
    const { nobody } = catalogues.fr.setup
    for (const answered of [[], [[/Langue des écrans/u, 'fr'] as const]])
      expect(await setUp(data, answered, 'and leaves')).toMatchObject({ code: 1, refused: [nobody] })
    expect(readdirSync(data)).toEqual([])
  })
})
