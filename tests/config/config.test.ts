import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PIN, loadConfig, type Config } from '../../electron/config/config.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { languages } from '../../shared/domain/language.ts'

let dataDirectory: string

beforeEach(() => {
  dataDirectory = temporaryFolder()
})

function write(content: unknown, name = 'config.json'): string {
  const file = join(dataDirectory, name)
  writeFileSync(file, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content))
  return file
}

function load(content: unknown): Config {
  write(content)
  const config = loadConfig({ dataDirectory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  return config.value
}

function refusal(content: unknown): readonly string[] {
  const file = write(content)
  const config = loadConfig({ dataDirectory, language: 'en' })
  if (config.ok) throw new Error('accepted')
  return config.error.lines.map((line) => {
    expect(line.startsWith(`${file}: `)).toBe(true)
    return line.slice(file.length + 2)
  })
}

const partner = { baseUrl: 'https://tickets.example', partnerCode: 'nongo' }
const anonymous = (anonymousCustomer: object): object => ({ partner: { ...partner, anonymousCustomer } })
const unattended =
  'tenders: at a kiosk, no cashier can confirm a payment by a document or on a standalone terminal: in "tenders", keep only cash and the payment methods that have a provider in "payments", or set "role" to "cashier"'
const djomyLink = { driver: 'djomy-link', clientId: 'client', clientSecret: { secretEnv: 'PATH' } }
const account = {
  apiUser: '00000000-0000-4000-8000-000000000001',
  subscriptionKey: { secretEnv: 'PATH' },
  apiKey: { secretEnv: 'PATH' },
}
const mtnMomo = { driver: 'mtn-momo', targetEnvironment: 'sandbox', currency: 'EUR', ...account }
const live = { mode: 'live', partner, tenders: ['cash'], staffPin: '730516' }

describe('defaults', () => {
  test('a machine that sells for real has no PIN but its own, and speaks French and English unless it is told more', () => {
    expect(load(live)).toMatchObject({ languages: ['fr', 'en'], tenders: ['cash'], staffPin: '730516' })
    expect(load({ ...live, languages: ['ar', 'fr'] }).languages).toEqual(['ar', 'fr'])
  })

  test('without a file the machine runs the demo, in a folder that need not exist yet', () => {
    const fresh = join(dataDirectory, 'not', 'made')
    const config = loadConfig({ dataDirectory: fresh })
    expect(config).toEqual({
      ok: true,
      value: {
        deviceId: expect.stringMatching(/^[\w-]{1,32}$/u) as string,
        mode: 'demo',
        accessCodes: {},
        groupSeats: 50,
        spaceReleaseMinutes: 0,
        languages,
        language: 'fr',
        numerals: 'western',
        lockAfterMinutes: 5,
        maxSeats: 8,
        idleBeforeReloadSeconds: 60,
        pixelsPerMillimetre: 4,
        keypad: 'arrows',
        headphones: 'jack',
        screenBottomMillimetres: 800,
        role: 'kiosk',
        shortcuts: {},
        soundVolume: 50,
        theme: 'system',
        tenders: ['orange-money', 'mtn-momo', 'card', 'notes', 'cash'],
        terminals: 'simulated',
        terminalSide: 'right',
        ticketSlot: 'below',
        noteSlot: 'left',
        payments: {},
        invoices: { keepYears: 10 },
        personalData: { retentionDays: 30 },
        staffPin: DEMO_PIN,
        refundRule: {},
        tenderNames: {},
        seller: expect.objectContaining({ name: 'Stade de démonstration (exemple)' }) as Config['seller'],
        terms: expect.objectContaining({ privacy: expect.any(Object) as object }) as Config['terms'],
        tenderBudgetSeconds: 90,
        tickets: { paper: 'a4', selfCheck: true, notice: {}, deleteAfterHours: 24 },
        printers: { devices: {}, tickets: [], receipts: [], reports: [] },
        simulatedTerminal: { customerDelaySeconds: 3, timeoutSeconds: 45, lateReplySeconds: 20, script: [] },
        simulatedMobileMoney: { customerDelaySeconds: 5, timeoutSeconds: 45, lateReplySeconds: 20, script: [] },
        demoHoldSeconds: 480,
        cashCurrencies: ['GNF'],
        shifts: { maxCashierCashMove: 0 },
        log: { fileMegabytes: 5, files: 10, days: 30 },
        kiosk: false,
        display: 1,
        customerDisplay: 'auto',
        dataDirectory: fresh,
        settingsFile: join(fresh, 'config.json'),
        remarks: [],
      },
    })
  })

  test('a live kiosk points to no device until its settings say where it is', () => {
    expect(load({ ...live, noteSlot: 'below' })).toMatchObject({ noteSlot: 'below' })
    for (const name of ['terminalSide', 'ticketSlot', 'noteSlot']) expect(load(live)).not.toHaveProperty(name)
  })

  test('whom a purchase is for when nobody says is set in part, in whole or not at all', () => {
    const venue = { name: 'Théâtre de Nongo', phone: '+224 620 00 00 00', email: 'billets@nongo.example' }
    expect(load({ partner }).partner).not.toHaveProperty('anonymousCustomer')
    for (const set of [{}, { phone: venue.phone }, { ...venue, phone: '', email: '' }, venue])
      expect(load(anonymous(set)).partner).toMatchObject({ anonymousCustomer: set })
  })

  test('a part of a group leaves its other defaults', () => {
    const config = load({ tickets: { paper: 'roll-80' }, simulatedTerminal: { script: ['refuse'] }, partner })
    expect(config.tickets).toEqual({ paper: 'roll-80', selfCheck: true, notice: {}, deleteAfterHours: 24 })
    expect(config.simulatedTerminal).toMatchObject({ customerDelaySeconds: 3, script: ['refuse'] })
    expect(config.partner).toEqual({
      ...partner,
      timeoutSeconds: 15,
      hold: {
        method: 'POST',
        path: '/api/v1/public/booking-sessions/{session_id}/holds',
        batch: false,
        release: { method: 'DELETE', path: '/api/v1/public/booking-sessions/{session_id}/holds/{hold_id}' },
      },
    })
  })

  test('a live desk takes cards and mobile money on devices of their own, and a demo only where it is told so', () => {
    const desk = { ...live, role: 'cashier', tenders: undefined }
    const tenders = ['card', 'cash', 'orange-money', 'mtn-momo']
    expect(load(desk)).toMatchObject({ tenders, terminals: 'manual' })
    expect(load({ ...desk, tenders })).toMatchObject({ tenders, terminals: 'manual' })
    expect(load({ role: 'cashier' }).terminals).toBe('simulated')
    expect(load({ role: 'cashier', terminals: 'manual' }).terminals).toBe('manual')
    expect(load({ tenders: ['cash'], terminals: 'manual' }).terminals).toBe('manual')
  })

  test.each<[string, object, readonly string[]]>([
    ['a live kiosk: nobody says what a terminal did', {}, ['cash']],
    ['a live desk', { role: 'cashier' }, ['card', 'cash', 'orange-money', 'mtn-momo']],
    ['a live desk without a PIN', { role: 'cashier', staffPin: undefined }, ['card', 'orange-money', 'mtn-momo']],
    ['a live kiosk with a provider', { payments: { 'orange-money': djomyLink } }, ['orange-money', 'cash']],
    [
      'a live kiosk with a provider, where no staff come',
      { payments: { 'orange-money': djomyLink }, staffPin: undefined },
      ['orange-money'],
    ],
    [
      'a desk with a provider of any operator',
      { role: 'cashier', payments: { 'mobile-money': { ...djomyLink, driver: 'djomy-push', method: 'OM' } } },
      ['card', 'cash', 'mobile-money', 'orange-money', 'mtn-momo'],
    ],
    ['a live kiosk with a note device', { notes: { driver: 'ssp', device: '/dev/note-device' } }, ['notes', 'cash']],
    ['a live kiosk with a page of any operator', { payments: { 'mobile-money': djomyLink } }, ['mobile-money', 'cash']],
    ['a kiosk of the demo', { mode: 'demo' }, ['orange-money', 'mtn-momo', 'card', 'notes', 'cash']],
    ['a kiosk of the demo with terminals of their own', { mode: 'demo', terminals: 'manual' }, ['cash']],
    ['a desk of the demo', { mode: 'demo', role: 'cashier' }, ['card', 'cash', 'orange-money', 'mtn-momo']],
  ])('tenders left out are all that can be taken there: %s', (_, changed, tenders) => {
    expect(load({ ...live, tenders: undefined, ...changed }).tenders).toEqual(tenders)
  })

  test('a way to pay has the name that people here have for it, in one short line', () => {
    const named = (name: string) => ({ ...live, tenderNames: { 'mtn-momo': name } })
    expect(load(named('  Areeba Money ')).tenderNames).toEqual({ 'mtn-momo': 'Areeba Money' })
    expect(load(named('أريبا موني')).tenderNames).toEqual({ 'mtn-momo': 'أريبا موني' })
    for (const name of ['', '  ', 'a\nb', 'a\u202eb', 'x'.repeat(25)])
      expect(refusal(named(name))).toEqual(['tenderNames.mtn-momo: expected 1 to 24 characters on one line'])
    expect(refusal({ ...live, tenderNames: { barter: 'Troc' } })).toHaveLength(1)
  })
})

describe('printing', () => {
  test('printers with what they do not say filled in, and papers of any measure', () => {
    const devices = {
      counter: { kind: 'system', queue: 'tickets', paper: '210x74' },
      spare: { kind: 'escpos', address: 'tcp://10.0.0.9', drawer: { pin: 5 } },
    }
    const roles = { tickets: ['counter', 'spare'], reports: ['spare'], drawer: 'spare' }
    const filledIn = { paper: 'roll-80', acknowledgement: 'process-id', cut: 'partial' }
    const limits = { connectSeconds: 10, replySeconds: 5, timeoutSeconds: 60 }
    expect(load({ printers: { devices, ...roles } }).printers).toEqual({
      devices: {
        counter: { ...devices.counter, timeoutSeconds: 60 },
        spare: { ...devices.spare, ...filledIn, ...limits, drawer: { pin: 5, pulseMs: 120 } },
      },
      ...roles,
      receipts: [],
    })
  })

  test('pictures lie beside the settings; a missing one is named with its place', () => {
    const logo = write('not yet a picture', 'logo.png')
    expect(load({ tickets: { logo: 'logo.png' } }).tickets.logo).toBe(logo)
    expect(refusal({ tickets: { sponsor: 'band.png' } })).toEqual([
      `tickets.sponsor: no such file: ${join(dataDirectory, 'band.png')}`,
    ])
  })
})

describe('files', () => {
  test('a named file is read in place of the one in the data directory, from wherever it is named', () => {
    write({ maxSeats: 2 })
    const file = write({ maxSeats: 3 }, 'other.json')
    const config = loadConfig({ dataDirectory, file: relative(process.cwd(), file) })
    expect(config).toMatchObject({ ok: true, value: { maxSeats: 3, dataDirectory } })
  })

  test('a named file that is not there is refused; the data directory may do without', () => {
    const file = join(dataDirectory, 'missing.json')
    expect(loadConfig({ dataDirectory, file, language: 'en' })).toMatchObject({
      error: { lines: [`${file}: no such file`] },
    })
    expect(loadConfig({ dataDirectory })).toMatchObject({ ok: true })
  })

  test('a folder in its place is said in words', () => {
    mkdirSync(join(dataDirectory, 'config.json'))
    expect(loadConfig({ dataDirectory, language: 'en' })).toMatchObject({
      error: {
        lines: [`${join(dataDirectory, 'config.json')}: this file cannot be read (EISDIR): restore a copy of it`],
      },
    })
  })

  test.each(['', '{', '{"maxSeats": 3,}', 'maxSeats: 3'])(
    '%j is not JSON, and where it stops being so is said',
    (text) => {
      expect(refusal(text)).toEqual([
        expect.stringMatching(
          /^line 1, column \d+: not JSON: (?:unexpected "."|the text ends too early); correct this file/u,
        ),
      ])
    },
  )

  const named = '{ "seller": { "name": "Fédération" } }'

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${named}`)],
    ['UTF-16', Buffer.from(`\uFEFF${named}`, 'utf16le')],
    ['Windows-1252', Buffer.from(named, 'latin1')],
  ])('settings in %s are read', (_, bytes) => {
    expect(load(bytes).seller?.name).toBe('Fédération')
  })

  test('settings in UTF-8 with a damaged byte are refused at its place, not read in another encoding', () => {
    const bytes = Buffer.from(named.replace('ration', 'r?tion'))
    bytes[bytes.indexOf('?')] = 0xe9
    expect(refusal(bytes)).toEqual([expect.stringMatching(/^line 1, column 29: a character was lost here/u)])
  })
})

describe('each wrong value is refused with its place and what was expected', () => {
  test.each<[unknown, string]>([
    [[], 'expected an object {…}'],
    [{ maxSeat: 3 }, 'unknown name: maxSeat'],
    [{ deviceId: '' }, 'deviceId: expected 1 to 32'],
    [{ mode: 'production' }, 'mode: expected one of demo, live'],
    [{ timeZone: 'Africa/Conacry' }, 'timeZone: expected an IANA time zone such as "Africa/Conakry"'],
    [{ maxSeats: 0 }, 'maxSeats: expected at least 1'],
    [{ maxSeats: 2.5 }, 'maxSeats: expected a whole number'],
    [{ keypad: 'storm' }, 'keypad: '],
    [{ keypad: { select: ['F11'] } }, 'keypad.select.0: expected key names such as F17'],
    [{ keypad: { select: ['F17'], back: ['F17'] } }, 'keypad: expected a list without repeated entries'],
    [{ pixelsPerMillimetre: 0 }, 'pixelsPerMillimetre: expected at least 1'],
    [{ tenders: ['barter'] }, 'tenders.0: expected one of card, cash'],
    [{ tenders: ['cash', 'cheque'] }, 'tenders: at a kiosk, no cashier can confirm a payment by a document'],
    [{ role: 'cashier', payments: { cheque: { driver: 'djomy-push' } } }, 'payments: unknown name: cheque'],
    [{ tenders: ['cash', 'cash'] }, 'tenders: expected a list without repeated entries'],
    [{ updates: { openingHours: { from: '08:00' } } }, 'updates.openingHours.to: missing; expected a text in quotes'],
    [{ staffPin: '123' }, 'staffPin: expected a PIN of 4 to 8 digits'],
    [{ tenderBudgetSeconds: -1 }, 'tenderBudgetSeconds: expected at least 0'],
    [{ tickets: { paper: '50x50' } }, 'tickets.paper: expected a portrait format'],
    [
      { printers: { devices: { a: { kind: 'usb' } } } },
      'printers.devices.a.kind: expected one of system, electron, escpos',
    ],
    [{ printers: { devices: { a: { kind: 'escpos', address: '10.0.0.9' } } } }, 'expected tcp://HOST, tcp://HOST:PORT'],
    [{ printers: { devices: { a: { kind: 'escpos', address: 'tcp://h:99999' } } } }, 'expected tcp://HOST'],
    [{ simulatedTerminal: { script: ['explode'] } }, 'simulatedTerminal.script.0: expected one of approve, refuse'],
    [{ personalData: { retentionDays: 6 } }, 'personalData.retentionDays: expected at least 7'],
    [{ personalData: { retentionDays: 366 } }, 'personalData.retentionDays: expected at most 365'],
    [{ personalData: { retentionDays: 7.5 } }, 'personalData.retentionDays: expected a whole number'],
    [{ seller: { taxRate: 5.555 } }, 'seller.taxRate'],
    [{ seller: { taxRate: 0.5 } }, 'seller.taxRate: expected at least 1'],
    [{ invoices: { keepYears: 0 } }, 'invoices.keepYears: expected at least 1'],
    [{ simulatedTerminal: { customerDelaySeconds: 61 } }, 'customerDelaySeconds: expected at most 60'],
    [{ demoHoldSeconds: 4 }, 'demoHoldSeconds: expected at least 5'],
    [{ kiosk: 'yes' }, 'kiosk: expected true or false'],
    [{ accessCodes: { 7: 1234 } }, 'accessCodes.7: expected a text in quotes'],
    [{ partner: { ...partner, baseUrl: 'tickets.example' } }, 'partner.baseUrl: expected an http or https address'],
    [{ partner: { ...partner, baseUrl: 'file:///etc' } }, 'partner.baseUrl: expected an http or https address'],
    [
      { partner: { ...partner, baseUrl: 'https://a.example/?tenant=1' } },
      'partner.baseUrl: expected an address without',
    ],
    [{ partner: { ...partner, baseUrl: 'https://a.example/#x' } }, 'partner.baseUrl: expected an address without'],
    [{ partner: { ...partner, baseUrl: 'https://me:pw@a.example' } }, 'partner.baseUrl: expected an address without'],
    [
      { partner: { ...partner, partnerCode: 'no\nngo' } },
      'partner.partnerCode: expected 1 to 200 unaccented letters, digits and symbols',
    ],
    [{ partner: { ...partner, timeoutSeconds: 0 } }, 'partner.timeoutSeconds: expected '],
    [anonymous({ name: '' }), 'partner.anonymousCustomer.name: expected 1 to 100 characters on one line'],
    [anonymous({ name: ' Guichet' }), 'partner.anonymousCustomer.name: expected 1 to 100 characters on one line'],
    [anonymous({ name: 'Guichet\n7' }), 'partner.anonymousCustomer.name: expected 1 to 100 characters on one line'],
    [anonymous({ name: 'x'.repeat(101) }), 'partner.anonymousCustomer.name: expected 1 to 100 characters on one line'],
    [anonymous({ phone: '12' }), 'partner.anonymousCustomer.phone: expected a phone number such as'],
    [
      anonymous({ phone: `+224620000000${' '.repeat(30)}` }),
      'partner.anonymousCustomer.phone: expected a phone number',
    ],
    [anonymous({ email: 'nobody' }), 'partner.anonymousCustomer.email: expected an address such as'],
    [
      anonymous({ email: `${'x'.repeat(200)}@a.example` }),
      'partner.anonymousCustomer.email: expected an address such as',
    ],
    [anonymous({ surname: 'Bah' }), 'partner.anonymousCustomer: unknown name: surname'],
  ])('%j', (content, line) => {
    expect(refusal(content)).toEqual([expect.stringContaining(line)])
  })

  test('all faults are told at once', () => {
    expect(refusal({ mode: 'x', maxSeats: 99, colour: 'red' })).toHaveLength(3)
  })
})

describe('contradictions are refused with what to change', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'live in plain text, in capitals',
      { ...live, partner: { ...partner, baseUrl: 'HTTP://tickets.example' } },
      ['partner.baseUrl: live mode requires https: without it, anyone on the network could read and change the sales'],
    ],
    [
      'a live kiosk with a tender that no provider takes',
      { ...live, tenders: ['orange-money', 'mtn-momo'], payments: { 'orange-money': djomyLink } },
      [unattended],
    ],
    [
      'a kiosk with keys that pay money out',
      { ...live, payments: { 'mtn-momo': { ...mtnMomo, disbursements: account } } },
      [
        'payments.mtn-momo.disbursements: these keys can pay money out: remove them from this kiosk, which runs unattended',
      ],
    ],
    [
      'a desk whose customers would scan a code',
      { ...live, role: 'cashier', payments: { 'orange-money': djomyLink } },
      [
        'payments.orange-money.driver: with this driver, customers scan a QR code, which a desk does not display: choose "djomy-push" or "mtn-momo", or set "role" to "kiosk"',
      ],
    ],
    [
      'a live kiosk that takes notes with no device',
      { ...live, tenders: ['notes'] },
      [
        'notes: required to accept banknotes: enter the banknote reader, such as { "driver": "ssp", "device": "/dev/note-device" }',
      ],
    ],
    [
      'a driver of mobile money for cards',
      { ...live, payments: { card: mtnMomo } },
      [
        expect.stringContaining(
          'payments.card.driver: "mtn-momo" does not support this payment method; choose one of ',
        ),
      ],
    ],
    [
      'a provider whose secret is nowhere',
      { payments: { 'orange-money': { ...djomyLink, clientSecret: { secretEnv: 'GUICHET_UNSET' } } } },
      [expect.stringMatching(/^payments\.orange-money\.clientSecret\.secretEnv: .*GUICHET_UNSET is not set/u)],
    ],
    ['a kiosk of the demo with terminals of their own', { tenders: ['card'], terminals: 'manual' }, [unattended]],
    [
      'a live kiosk that could take nothing',
      { ...live, tenders: undefined, staffPin: undefined },
      ['staffPin: required to take cash'],
    ],
    [
      'a drawer at a printer that has none',
      { printers: { devices: { spare: { kind: 'escpos', address: 'tcp://h' } }, tickets: ['spare'], drawer: 'spare' } },
      ['printers.drawer: expected the name of a printer of kind "escpos" whose "drawer" is set'],
    ],
    [
      'a live desk with a simulated terminal',
      { ...live, role: 'cashier', terminals: 'simulated' },
      ['terminals: "simulated" takes no real payments: in live mode, choose "manual"'],
    ],
    [
      'printers that do not exist, twice, or for nothing',
      { printers: { devices: { counter: { kind: 'system' } }, tickets: ['spare', 'spare'], receipts: ['slips'] } },
      [
        'printers.tickets: "spare" is not in printers.devices: correct the name, or add this printer',
        'printers.tickets: the same printer is listed twice: remove one of the two',
        'printers.receipts: "slips" is not in printers.devices: correct the name, or add this printer',
        'printers.devices.counter: this printer is not used: name it in printers.tickets, printers.receipts or printers.reports, or remove it',
      ],
    ],
    [
      'a key for two commands',
      { shortcuts: { card: 'F6' } },
      ['shortcuts: F6 is assigned to card and park: give one of these commands another key'],
    ],
    [
      'nothing but the mode',
      { mode: 'live' },
      ["partner: live mode requires the partner's baseUrl and partnerCode", 'staffPin: required to take cash'],
    ],
  ])('%s', (_, content, lines) => {
    expect(refusal(content)).toEqual(lines)
  })

  test('a machine that takes no updates may still say when it sells', () => {
    const openingHours = { from: '08:00', to: '23:00' }
    expect(load({ updates: { openingHours } }).updates).toEqual({ openingHours })
  })

  test('a hub in plain text is fine in demo mode', () => {
    expect(load({ partner: { baseUrl: 'http://10.0.0.5:7420', partnerCode: 'demo' } }).mode).toBe('demo')
  })
})

test('the role of one start stands above the file; another word is refused', () => {
  write({ role: 'kiosk' })
  expect(loadConfig({ dataDirectory, role: 'cashier' })).toMatchObject({ ok: true, value: { role: 'cashier' } })
  expect(loadConfig({ dataDirectory })).toMatchObject({ ok: true, value: { role: 'kiosk' } })
  const expected = { ok: false, error: { lines: ['--role: "king" is neither kiosk nor cashier'] } }
  expect(loadConfig({ dataDirectory, role: 'king', language: 'en' })).toMatchObject(expected)
})
