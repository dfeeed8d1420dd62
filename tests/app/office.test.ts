import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test, describe, it } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { openStaffList } from '../../electron/app/people.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { settingsFor, sold, startHub, startMachine, type Machine } from '../world/kiosk.ts'
import { need, refusal } from '../world/kiosk-fixture.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'

const pin = DEMO_PIN

const codesOf = (machine: Machine): readonly string[] => {
  const ledger = new Sqlite(join(machine.directory, 'demo', 'ledger.db'), { readonly: true })
  const codes = ledger.prepare('SELECT qr_code FROM ticket').pluck().all() as string[]
  ledger.close()
  return codes
}

test('the office sees the trade, and a journal that checks itself and has no code of a ticket', async () => {
  const machine = await startMachine()
  const { api } = machine
  const { saleId, offer, shown } = await sold(machine, 3)
  const [trade] = need(await api.viewSalesBreakdown({ pin })).trades
  expect(trade).toMatchObject({ currency: 'GNF', sold: { tickets: 3, amount: shown.amount } })
  expect(trade!.byTribune).toMatchObject([{ name: offer.seats[0]!.place.tribune.name, tickets: 3 }])
  const [{ eventId } = { eventId: '' }] = need(await api.viewSalesBreakdown({ pin })).events
  const list = need(await api.saveSalesList({ pin, eventId }))
  expect(list).toMatchObject({ lines: 1, sums: [{ currency: 'GNF', tickets: 3, amount: shown.amount, tax: null }] })
  expect(readFileSync(list.file, 'utf8')).toContain(saleId)
  const printed = need(await api.saveSalesList({ pin, print: true }))
  expect([list.paper, printed.paper, existsSync(printed.file.replace(/csv$/u, 'pdf'))]).toEqual([null, 'saved', true])
  expect(need(await api.saveSalesList({ pin, from: '2020-01-01' }))).toMatchObject({ lines: 0, sums: [] })
  expect(await refusal(api.saveSalesList({ pin, shiftNo: 9 }))).toEqual({ type: 'no-shift' })
  const lines = need(await api.viewJournal({ pin }))
  expect(need(await api.viewJournal({ pin, before: lines.at(-1)!.seq + 1 }))[0]).toEqual(lines.at(-1))
  const ofSale = need(await api.viewJournal({ pin, saleId }))
  expect(ofSale.map(({ code }) => code)).toEqual(expect.arrayContaining(['SEATS_CHOSEN', 'PURCHASE_CONFIRMED']))
  // A ticket code on a screen would admit anyone who reads it.
  for (const code of codesOf(machine)) expect(JSON.stringify(lines)).not.toContain(code)

  expect(need(await api.verifyLedger({ pin }))).toMatchObject({ sound: true, sales: 1, tickets: 3, findings: [] })
  const file = new Sqlite(join(machine.directory, 'demo', 'ledger.db'))
  file.exec('DROP TRIGGER posting_no_update; UPDATE posting SET debit = debit + 1 WHERE debit > 0')
  file.close()
  expect(need(await api.verifyLedger({ pin }))).toMatchObject({ sound: false })
  expect(machine.faults).toEqual([])
})

test('an access code that the service takes is kept, goes before the settings, and is never shown', async () => {
  const hub = await startHub()
  const [eventId = '', other = ''] = Object.keys(hub.accessCodes)
  const machine = await startMachine({ ...settingsFor(hub.url, { [other]: 'WRONG-1' }), mode: 'demo' })
  const { api } = machine
  const sources = async () => new Map(need(await api.listAccess({ pin })).map((each) => [each.eventId, each.source]))
  expect([(await sources()).get(eventId), (await sources()).get(other)]).toEqual([null, 'settings'])
  for (const id of [eventId, other]) need(await api.setAccessCode({ pin, eventId: id, code: hub.accessCodes[id]! }))
  expect([(await sources()).get(eventId), (await sources()).get(other)]).toEqual(['typed', 'typed'])
  expect(JSON.stringify(await api.listAccess({ pin }))).not.toContain(hub.accessCodes[eventId])
  const again = await machine.restart()
  expect(need(await again.api.viewSeatsLeft({ pin, eventId: other })).remaining).toBeGreaterThan(0)
  expect(statSync(join(machine.directory, 'demo', 'access-codes.json')).mode & 0o077).toBe(0)
  const [line] = need(await again.api.viewJournal({ pin })).filter(({ code }) => code === 'ACCESS_CODE_SET')
  expect(line).toMatchObject({ staffId: 'counter', details: JSON.stringify({ eventId: other }) })
})

test('a setting is taken only if the program would start with it, for the next start, and the journal has who changed what', async () => {
  const device = { kind: 'escpos', address: '/dev/no-such-printer' }
  const devices = { counter: device, spare: device }
  const printers = { devices, tickets: ['counter', 'spare'] }
  const machine = await startMachine({ role: 'cashier', deviceId: 'till-1', maxSeats: 4, printers })
  const { api, directory } = machine
  const path = join(directory, 'config.json')
  const file = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const before = file()
  const view = async (of = api) => new Map(need(await of.viewSettings({ pin })).map((each) => [each.key, each]))
  const first = await view()
  const seats = { key: 'maxSeats', kind: 'number', part: 'sale', choices: [], usual: 8 }
  expect(first.get('maxSeats')).toEqual({ ...seats, running: 4, filed: 4 })
  const tenders = ['card', 'cash', 'orange-money', 'mtn-momo']
  expect(first.get('tenders')).toMatchObject({ choices: tenderKinds, usual: tenders, running: tenders, filed: null })
  const both = ['counter', 'spare']
  expect(first.get('printers.tickets')).toMatchObject({ choices: both, running: both, filed: both })
  expect(first.get('updates.openingHours')).toMatchObject({ kind: 'hours', usual: null, running: null, filed: null })
  expect(first.get('shortcuts.card')).toMatchObject({ usual: 'F4', running: 'F4', filed: null })

  const refusedAs = async (key: string, value: Parameters<typeof api.changeSetting>[0]['value']) => {
    const reply = await api.changeSetting({ pin, key, value })
    return reply.ok || reply.error.type !== 'setting-refused' ? reply : reply.error.faults
  }
  // The office checks values by the same rules as the settings file.
  for (const [key, value, reason] of [
    ['maxSeats', 500, /^expected at most 20$/u],
    ['staffPin', '1111', /^cannot be changed on a screen/u],
    ['__proto__.polluted', 'x', /^cannot be changed on a screen/u],
  ] as const)
    expect(await refusedAs(key, value)).toEqual([{ setting: key, detail: expect.stringMatching(reason) as string }])
  for (const [key, value, setting, cause] of [
    ['updates.openingHours', { from: '08:00', to: '' }, 'updates.openingHours.to', undefined],
    ['printers.tickets', ['counter', 'gone'], 'printers.tickets', { type: 'printer-unknown', printer: 'gone' }],
    ['printers.drawer', 'spare', 'printers.drawer', undefined],
    ['shortcuts.card', 'F6', 'shortcuts', { type: 'same-key', key: 'F6', commands: ['card', 'park'] }],
    ['shortcuts.none', 'F6', 'shortcuts.none', undefined],
  ] as const) {
    const fault = { setting, detail: expect.any(String) as string, ...(cause && { cause }) }
    expect(await refusedAs(key, value)).toContainEqual(fault)
  }
  expect(file()).toEqual(before)
  expect(existsSync(`${path}.draft`)).toBe(false)

  const hours = { from: '08:00', to: '02:00' }
  const changes = [
    { key: 'maxSeats', before: 4, after: 6 },
    { key: 'shifts.closeAt', before: null, after: '23:45' },
    { key: 'tenders', before: null, after: ['cash'] },
    { key: 'updates.openingHours', before: null, after: hours },
    { key: 'printers.receipts', before: null, after: ['spare'] },
    { key: 'shortcuts.card', before: null, after: 'Alt+K' },
  ]
  for (const { key, after: value } of changes) need(await api.changeSetting({ pin, key, value }))
  const shortcuts = { card: 'Alt+K' }
  const changed = { maxSeats: 6, shifts: { closeAt: '23:45' }, tenders: ['cash'], updates: { openingHours: hours } }
  expect(file()).toEqual({ ...before, ...changed, printers: { ...printers, receipts: ['spare'] }, shortcuts })
  expect((await view()).get('maxSeats')).toMatchObject({ running: 4, filed: 6 })
  expect(need(await api.getKiosk({})).tenders).toEqual(tenders)
  const again = await machine.restart(file())
  expect(need(await again.api.getKiosk({}))).toMatchObject({ tenders: ['cash'], shortcuts })
  expect((await view(again.api)).get('maxSeats')).toMatchObject({ running: 6, filed: 6 })
  expect(need(await again.api.viewShift({ pin })).closeAt).toBe('23:45')
  need(await again.api.changeSetting({ pin, key: 'updates.openingHours', value: null }))
  expect(file()).not.toHaveProperty('updates')
  const rows = need(await again.api.viewJournal({ pin })).filter(({ code }) => code === 'SETTING_CHANGED')
  const last = { key: 'updates.openingHours', before: hours, after: null }
  expect(rows.map(({ details }) => JSON.parse(details) as object).toReversed()).toEqual([...changes, last])
  expect(rows.every(({ staffId }) => staffId === 'counter')).toBe(true)
})
test('a diagnosis helps and gives nothing away: canaries of every secret and person are looked for in it', async () => {
  const canary = (): string => `canary${randomBytes(4).toString('hex')}`
  const directory = temporaryFolder()
  const care = openStaffList(join(directory, 'demo'))
  const name = canary()
  // A generated six-digit PIN could be part of another number by chance.
  const theirs = '48215937'
  await care.keep([{ number: '7', name, role: 'technician', pin: theirs }], [])
  const [accessCode, customerMail, hook] = [canary(), `${canary()}@example.org`, canary()]
  const staffPin = '97531864'
  const gone = { kind: 'escpos', address: `/dev/${accessCode}` }
  const printers = { devices: { gone }, reports: ['gone'] }
  const [subscriptionKey, apiKey] = [canary(), canary()]
  writeFileSync(join(directory, 'momo-subscription'), subscriptionKey, { mode: 0o600 })
  writeFileSync(join(directory, 'momo-key'), apiKey, { mode: 0o600 })
  const momo = {
    driver: 'mtn-momo',
    targetEnvironment: 'mtnuganda',
    currency: 'UGX',
    countryCode: '256',
    nationalDigits: 9,
    apiUser: '00000000-0000-4000-8000-000000000001',
    subscriptionKey: { secretFile: 'momo-subscription' },
    apiKey: { secretFile: 'momo-key' },
  }
  const accessCodes = { 'no-such-event': accessCode }
  const settings = { staffPin, accessCodes, printers, payments: { 'mtn-momo': momo } }
  const machine = await startMachine(settings, directory)
  await sold(machine, 2)
  const qrCodes = codesOf(machine)
  const key = readFileSync(join(directory, 'demo', 'ledger-key.pem'), 'utf8')
  const keyLines = key.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'))
  const hash = readFileSync(join(directory, 'demo', 'staff.json'), 'utf8').match(/[\w+/=-]{20,}/gu) ?? []
  expect(hash).not.toEqual([])
  const common = { time: new Date().toISOString(), event: 'drawer.not-opened', machine: 'kiosk-1' }
  const careless = {
    ...common,
    level: 'error',
    detail: `refused ${accessCode} ${subscriptionKey} ${apiKey} of ${customerMail}, +224 620 12 34 56, pin ${staffPin}, ${name}`,
    error: `Error: ${qrCodes[0]} at ${homedir()}/${hook}\n${keyLines[0]}`,
  }
  const useful = { ...common, level: 'warn', outcome: 'failed' }
  writeFileSync(join(directory, 'guichet.log'), `${JSON.stringify(careless)}\n`)
  appendFileSync(join(directory, 'guichet.log'), `${JSON.stringify(useful)}\n`)
  // Simulates the time just after midnight: the relevant lines are in the previous log file.
  const [yesterday, mail] = [canary(), `${canary()}@example.com`]
  const before = { ...common, level: 'error', detail: yesterday, error: `${mail} ${accessCode} ${keyLines[0]}` }
  writeFileSync(join(directory, 'guichet.log.1'), `${JSON.stringify(before)}\n`)

  const { file } = need(await machine.api.makeDiagnostics({ staff: '7', pin: theirs }))
  const text = readFileSync(file, 'utf8')
  const typed = [accessCode, subscriptionKey, apiKey, staffPin, theirs]
  const about = [customerMail, mail, name, '620 12 34 56', homedir()]
  for (const secret of [...typed, ...about, key, ...keyLines, ...qrCodes, ...hash])
    expect([secret.slice(0, 12), text.includes(secret)]).toEqual([secret.slice(0, 12), false])
  expect(statSync(file).mode & 0o077).toBe(0)
  const bundle = JSON.parse(text) as Record<string, unknown> & { log: readonly string[] }
  expect(Object.keys(bundle).join(' ')).toBe('madeUtc program system freeBytes settings state ledger journal log')
  expect(bundle['settings']).toMatchObject({ mode: 'demo', accessCodes: 1, staffPin: true })
  expect(bundle['state']).toMatchObject({ printers: [{ detail: expect.stringContaining('/dev/') as string }] })
  expect(bundle['journal']).toContainEqual(expect.objectContaining({ code: 'PURCHASE_CONFIRMED' }))
  const rows = bundle['journal'] as readonly object[]
  expect(new Set(rows.flatMap((row) => Object.keys(row)))).toEqual(new Set(['seq', 'at', 'code', 'saleId']))
  expect(bundle.log).toHaveLength(3)
  expect(bundle.log.at(-1)).toBe(JSON.stringify(useful))
  expect(bundle.log[0]).toContain(yesterday)
  expect(bundle.log[1]).toContain(hook)
})

const people = [
  { number: '7', name: 'Mariama Bah', role: 'cashier' },
  { number: '90', name: 'Fatou Camara', role: 'supervisor' },
  { number: '91', name: 'Ibrahima Sow', role: 'supervisor' },
  { number: '95', name: 'Alpha Diallo', role: 'technician' },
  { number: '620483', name: 'Aïssatou Sylla', role: 'cashier' },
] as const

async function staffed() {
  const directory = temporaryFolder()
  mkdirSync(join(directory, 'demo'))
  const pins = saveStaffList(join(directory, 'demo'), people)
  const machine = await startMachine({}, directory)
  const of = (staff: string) => ({ staff, pin: pins.get(staff) ?? '' })
  return { machine, api: machine.api, directory, of }
}

const newcomer = { number: '8', name: 'Kadiatou Barry', role: 'supervisor', newPin: '739105' } as const

const asNewcomer = { staff: '8', pin: '739105' }

const rows = async ({ api }: Awaited<ReturnType<typeof staffed>>) =>
  need(await api.viewJournal({ pin: DEMO_PIN }))
    .filter(({ code }) => /^(?:STAFF|PIN)_/u.test(code))
    .map(({ code, staffId, details }) => [code, staffId, JSON.parse(details) as unknown])

describe('people', () => {
  it('are let in by two, at once, and the journal has who let in whom, without names', async () => {
    const scene = await staffed()
    const { api, of, directory } = scene
    const added = need(await api.addPerson({ ...of('90'), second: of('91'), ...newcomer }))
    expect(added.map(({ number, role }) => [number, role])).toContainEqual(['8', 'supervisor'])
    expect(JSON.stringify(added)).not.toContain(newcomer.newPin)
    expect(need(await api.signIn(asNewcomer))).toMatchObject({ number: '8', name: 'Kadiatou Barry' })
    need(await api.resetPin({ ...of('91'), second: of('95'), number: '7', newPin: '502846' }))
    expect(await api.signIn(of('7'))).toMatchObject({ error: { type: 'wrong-pin' } })
    need(await api.signIn({ staff: '7', pin: '502846' }))
    need(await api.removePerson({ ...of('90'), number: '7' }))
    expect(await api.signIn({ staff: '7', pin: '502846' })).toMatchObject({ error: { type: 'wrong-pin' } })
    expect(await rows(scene)).toEqual([
      ['STAFF_REMOVED', '90', { number: '7', role: 'cashier' }],
      ['PIN_RESET', '91', { number: '7', second: '95' }],
      ['STAFF_ADDED', '90', { number: '8', role: 'supervisor', second: '91' }],
    ])
    expect(openStaffList(join(directory, 'demo')).list()).toEqual(need(await api.listPeople(of('90'))))
    expect(need(await api.verifyLedger({ pin: DEMO_PIN }))).toMatchObject({ sound: true, findings: [] })
  })

  it('are not made up by a supervisor who wants a second person of their own', async () => {
    const scene = await staffed()
    const { api, of } = scene
    const refused = (because: string) => ({ error: { type: 'second-person', because } })
    const fatou = of('90')
    need(await api.removePerson({ ...fatou, number: '91' }))
    const second = of('91')
    expect(await api.addPerson({ ...fatou, second, ...newcomer })).toMatchObject(refused('wrong-pin'))
    expect(await rows(scene)).toEqual([['STAFF_REMOVED', '90', { number: '91', role: 'supervisor' }]])
    expect(await api.signIn(asNewcomer)).toMatchObject({ error: { type: 'wrong-pin' } })
  })

  it('get no PIN that is guessed, no number that is taken, and are never without a supervisor', async () => {
    const scene = await staffed()
    const { api, of } = scene
    const two = { ...of('90'), second: of('91') }
    // A PIN must not equal a staff number, because an entry that equals a staff number does not count as an attempt to
    // enter a PIN.
    for (const [number, newPin] of [
      ['8', '1234'],
      ['40211', '40211'],
      ['8', '620483'],
    ] as const)
      expect(await refusal(api.addPerson({ ...two, ...newcomer, number, newPin }))).toEqual({ type: 'weak-pin' })
    for (const newPin of ['140787', '620483'])
      expect(await refusal(api.resetPin({ ...two, number: '7', newPin }))).toEqual({ type: 'weak-pin' })
    expect(await refusal(api.addPerson({ ...two, ...newcomer, number: '7' }))).toEqual({ type: 'number-taken' })
    const nobody = { number: '55', newPin: '739105' }
    for (const reply of [api.resetPin({ ...two, ...nobody }), api.removePerson({ ...of('90'), number: '55' })])
      expect(await refusal(reply)).toEqual({ type: 'no-such-number' })
    expect(await rows(scene)).toEqual([])
    need(await api.removePerson({ ...of('90'), number: '91' }))
    expect(await refusal(api.removePerson({ ...of('90'), number: '90' }))).toEqual({ type: 'last-supervisor' })
    const other = { ...of('90'), second: of('95') }
    const both = await Promise.all([
      api.addPerson({ ...other, ...newcomer }),
      api.addPerson({ ...other, ...newcomer, name: 'Somebody Else' }),
      api.addPerson({ ...other, ...newcomer, number: '9', name: 'Sékou Keita' }),
    ])
    expect(both.map((reply) => (reply.ok ? 'done' : reply.error.type))).toEqual(['done', 'number-taken', 'done'])
    expect(
      need(await api.listPeople(of('90')))
        .map(({ name }) => name)
        .join(', '),
    ).toBe('Mariama Bah, Kadiatou Barry, Sékou Keita, Fatou Camara, Alpha Diallo, Aïssatou Sylla')
  })
})

it('a PIN that is guessed of a second person is locked, and the answer says for how long', async () => {
  const { api, of } = await staffed()
  const addition = (pin: string) => api.addPerson({ ...of('90'), second: { ...of('91'), pin }, ...newcomer })
  for (const pin of ['0001', '0002', '0003'])
    expect(await addition(pin)).toMatchObject({ error: { because: 'wrong-pin' } })
  const locked = await addition(of('91').pin)
  expect(locked).toMatchObject({ error: { type: 'second-person', because: 'pin-locked' } })
  expect(locked).toHaveProperty('error.seconds', expect.any(Number))
})
